"""How this form of the client waits."""

from asyncio import sleep

__all__ = ["sleep"]
