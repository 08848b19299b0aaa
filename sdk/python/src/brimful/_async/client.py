"""The asynchronous client."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Self

import httpx

from ..version import VERSION
from .bulk import AsyncBulkJob
from .operations import AsyncOperations
from .transport import AsyncTransport

DEFAULT_URL = "http://127.0.0.1:8080"
# Longer than the longest call: lists end a page after 20 seconds.
DEFAULT_TIMEOUT = 60.0
DEFAULT_RETRIES = 4


class AsyncClient(AsyncOperations):
    """A client of one server under one key.

    `url` and `key` are taken from `BRIMFUL_URL` and `BRIMFUL_KEY` if omitted. Without a key, or with `sandbox=True`, the
    calls go to the sandbox: the same code over a small made-up world, free.
    """

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        sandbox: bool = False,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_RETRIES,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self.url = (url or os.environ.get("BRIMFUL_URL") or DEFAULT_URL).rstrip("/")
        key = None if sandbox else key or os.environ.get("BRIMFUL_KEY") or None
        http = http or httpx.AsyncClient(timeout=timeout)
        http.base_url = httpx.URL(self.url)
        http.headers["User-Agent"] = f"brimful-python/{VERSION}"
        super().__init__(AsyncTransport(http, key, max_retries))

    @property
    def is_sandbox(self) -> bool:
        """Whether calls go to the sandbox, for want of a key."""
        return self._transport.key is None

    def job(self, id: str) -> AsyncBulkJob:
        """A bulk job that was submitted before."""
        return AsyncBulkJob(self._transport, id)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
