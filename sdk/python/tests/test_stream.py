"""Live signals over a connection that breaks."""

import asyncio
from contextlib import closing

import pytest
from misbehaving import Misbehaving, answers, hangs_up, refuses, streams

from brimful import AsyncClient, AuthenticationError, Client, ConnectionFailed, PermissionDenied


def event(number: int) -> str:
    return f'id: {number}\nevent: signal\ndata: {{"id": "sig_{number}", "note": "a\u2028b"}}\n\n'


def test_a_cut_stream_goes_on_after_the_last_whole_signal(waits: list[float]) -> None:
    cut = event(3)[:-12]
    steps = [
        streams("retry: 5000\n\n", event(1), ": still here\n\n", event(2), cut),
        hangs_up,
        refuses(503, "overloaded", "1"),
        streams(event(3), event(4)),
    ]
    with Misbehaving(*steps) as server, Client(server.url, "key") as client:
        with closing(client.signals.stream(kind="funding", new_only=True)) as signals:
            got = [next(signals) for _ in range(4)]
    assert [one.id for one in got] == ["1", "2", "3", "4"]
    assert got[0].signal["id"] == "sig_1"
    assert [request.headers.get("last-event-id") for request in server.received] == [None, "2", "2", "2"]
    assert server.received[0].headers["accept"] == "text/event-stream"
    assert server.received[0].path == "/v1/signals?kind=funding&new_only=true"
    assert waits[0] == 5.0, "as long as the stream asked for"


def test_the_asynchronous_stream_resumes_alike(waits: list[float]) -> None:
    async def read(url: str) -> list[str]:
        got = []
        async with AsyncClient(url, "key") as client:
            async for live in client.signals.stream(kind="funding", last_event_id="7"):
                got.append(live.id)
                if len(got) == 2:
                    break
        return got

    with Misbehaving(streams(event(8)), streams(event(9))) as server:
        assert asyncio.run(read(server.url)) == ["8", "9"]
    assert [request.headers["last-event-id"] for request in server.received] == ["7", "8"]


def test_a_stream_that_may_not_go_on_ends_with_the_reason(waits: list[float]) -> None:
    end = 'event: end\ndata: {"code": "%s", "detail": "Use another key."}\n\n'
    for code, kind in (("revoked_key", AuthenticationError), ("plan_required", PermissionDenied)):
        with Misbehaving(streams(event(1), end % code)) as server, Client(server.url, "key") as client:
            signals = client.signals.stream(kind="funding")
            next(signals)
            with pytest.raises(kind, match="Use another key"):
                next(signals)


def test_a_stream_that_cannot_be_opened_is_an_error(waits: list[float]) -> None:
    with Misbehaving(refuses(401, "invalid_key")) as server, Client(server.url, "key") as client:
        with pytest.raises(AuthenticationError):
            next(client.signals.stream(kind="funding"))
    with Misbehaving(hangs_up, hangs_up, answers({})) as server, Client(server.url, "key", max_retries=1) as client:
        with pytest.raises(ConnectionFailed):
            next(client.signals.stream(kind="funding"))
