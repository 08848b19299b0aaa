# Written by sdk/generate from the file of the same name in ../_async. Change that one.

"""How this form of the client waits."""

from time import sleep

__all__ = ["sleep"]
