"""Waits are recorded in place of being slept, so that a test takes no time and can say how long it would have been."""

import pytest

import brimful._async.bulk
import brimful._async.transport
import brimful._sync.bulk
import brimful._sync.transport


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    recorded: list[float] = []

    async def record_async(seconds: float) -> None:
        recorded.append(seconds)

    for module in (brimful._sync.transport, brimful._sync.bulk):
        monkeypatch.setattr(module, "sleep", recorded.append)
    for module in (brimful._async.transport, brimful._async.bulk):
        monkeypatch.setattr(module, "sleep", record_async)
    monkeypatch.delenv("BRIMFUL_KEY", raising=False)
    monkeypatch.delenv("BRIMFUL_URL", raising=False)
    return recorded
