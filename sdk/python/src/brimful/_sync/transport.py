# Written by sdk/generate from the file of the same name in ../_async. Change that one.

"""Sends calls over HTTP, again where that can help, and never twice in effect."""

from __future__ import annotations

import json
import uuid
from collections.abc import Generator, Mapping
from typing import Any

import httpx

from .. import events, retry
from ..calls import CallOptions, LiveSignal, Route, query_of, spent
from ..errors import APIError, ConnectionFailed, QuoteExceeded, ended_stream, error_of
from .waiting import sleep

# The server sends something every 15 seconds: silence of three times that is a dead connection.
STREAM_SILENCE_MAX = 45.0
# What a stream waits before it connects again, unless the server says otherwise.
RECONNECT_SECONDS = 2.0


class Transport:
    """The connection to one server under one key."""

    def __init__(self, http: httpx.Client, key: str | None, max_retries: int) -> None:
        self.http = http
        self.key = key
        self.max_retries = max_retries

    def call(
        self, route: Route, values: tuple[str, ...], input: Mapping[str, Any], options: CallOptions | None
    ) -> Any:
        """Makes a call and returns its answer."""
        self._guard(route, values, input, options)
        return (self._send(route, values, input, options)).json()

    def text(
        self, route: Route, values: tuple[str, ...], input: Mapping[str, Any], options: CallOptions | None
    ) -> str:
        """Makes a call that answers a file."""
        return (self._send(route, values, input, options)).text

    def quote(
        self, route: Route, values: tuple[str, ...], input: Mapping[str, Any], options: CallOptions | None
    ) -> Any:
        """Asks what a call would cost."""
        # A key of the caller's own is for the call itself: the server refuses it for another input.
        asked: CallOptions = {**options} if options else {}
        asked.pop("idempotency_key", None)
        return (self._send(route, values, {**input, "preview": True}, asked)).json()

    def pages(
        self, route: Route, values: tuple[str, ...], input: Mapping[str, Any], options: CallOptions | None
    ) -> Generator[Any]:
        """Yields the answers of a list until its last page."""
        asked = dict(input)
        limits: CallOptions = {**options} if options else {}
        own_key = limits.get("idempotency_key")
        page = 0
        while True:
            if own_key is not None and page:
                # Each page is a call of its own.
                limits["idempotency_key"] = f"{own_key}-{page}"
            answer = self.call(route, values, asked, limits)
            yield answer
            if "max_credits" in limits:
                limits["max_credits"] -= spent(answer)
            if not answer.get("next_cursor"):
                return
            asked["cursor"] = answer["next_cursor"]
            page += 1

    def iterate(
        self, route: Route, values: tuple[str, ...], input: Mapping[str, Any], options: CallOptions | None
    ) -> Generator[Any]:
        """Yields the results of a list over all pages."""
        for answer in self.pages(route, values, input, options):
            for result in answer["results"]:
                yield result

    def stream(
        self, route: Route, input: Mapping[str, Any], last_event_id: str | None
    ) -> Generator[LiveSignal]:
        """Yields live signals; connects again after the last one when the connection breaks."""
        failures = 0
        while True:
            parser = events.EventParser()
            headers = {**self._headers(), "Accept": "text/event-stream"}
            if last_event_id is not None:
                headers["Last-Event-ID"] = last_event_id
            request = self.http.build_request(
                "GET",
                route.filled((), self.key is None),
                params=query_of(input),
                headers=headers,
                timeout=httpx.Timeout(self.http.timeout.connect, read=STREAM_SILENCE_MAX),
            )
            error: APIError | None = None
            try:
                response = self.http.send(request, stream=True)
                try:
                    if response.status_code != 200:
                        error = _error(response, response.read())
                    else:
                        failures = 0
                        for text in response.iter_text():
                            for event in parser.feed(text):
                                if event.kind == "end":
                                    raise ended_stream(event.data)
                                if event.kind == "signal":
                                    last_event_id = event.id
                                    yield LiveSignal(event.id or "", json.loads(event.data))
                finally:
                    response.close()
            except httpx.TransportError as broken:
                if failures >= self.max_retries:
                    raise ConnectionFailed(f"The stream cannot be opened: {broken or type(broken).__name__}") from broken
            failures += 1
            if error is not None and failures > self.max_retries:
                raise error
            wait = retry.wait_before(failures, error)
            if wait is None:
                assert error is not None
                raise error
            sleep(max(wait, parser.retry_seconds or RECONNECT_SECONDS) if error is None else wait)

    def _guard(
        self, route: Route, values: tuple[str, ...], input: Mapping[str, Any], options: CallOptions | None
    ) -> None:
        """Asks for the price first where it is bounded. The charge never exceeds the quote; what has none is free."""
        if options is None or "max_credits" not in options or not route.has_quote:
            return
        quote = self.quote(route, values, input, options)
        if quote["would_cost"]["max_credits"] > options["max_credits"]:
            raise QuoteExceeded(quote, options["max_credits"])

    def _send(
        self, route: Route, values: tuple[str, ...], input: Mapping[str, Any], options: CallOptions | None
    ) -> httpx.Response:
        options = options or {}
        retries = options.get("max_retries", self.max_retries)
        headers = self._headers()
        body, query = None, None
        if route.method == "POST":
            # One key for all attempts: whichever of them arrives, the effect and the charge happen once.
            headers["Idempotency-Key"] = options.get("idempotency_key") or str(uuid.uuid4())
        if route.method in ("POST", "PATCH"):
            headers["Content-Type"] = "application/json"
            body = json.dumps(input).encode()
        else:
            query = query_of(input)
        attempt = 0
        while True:
            attempt += 1
            error: APIError | None = None
            cause: httpx.TransportError | None = None
            try:
                response = self.http.request(
                    route.method,
                    route.filled(values, self.key is None),
                    params=query,
                    content=body,
                    headers=headers,
                    timeout=options.get("timeout", httpx.USE_CLIENT_DEFAULT),
                )
                if response.status_code < 300:
                    return response
                error = _error(response, response.content)
            except httpx.TransportError as broken:
                cause = broken
            wait = retry.wait_before(attempt, error) if attempt <= retries else None
            if wait is not None:
                sleep(wait)
            elif error is not None:
                raise error
            else:
                reason = str(cause) or type(cause).__name__
                raise ConnectionFailed(f"No answer from {self.http.base_url} in {attempt} attempts: {reason}") from cause

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"} if self.key else {}


def _error(response: httpx.Response, body: bytes) -> APIError:
    return error_of(response.status_code, body, retry.seconds_of(response.headers.get("Retry-After")))
