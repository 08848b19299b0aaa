"""What a call is made of, whichever client makes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict
from urllib.parse import quote

from .models import SignalView

SANDBOX = "/v1/sandbox/"


@dataclass(frozen=True)
class Route:
    """Method and path of a call."""

    method: str
    path: str
    has_sandbox: bool = False
    has_quote: bool = False

    def filled(self, values: tuple[str, ...], in_sandbox: bool) -> str:
        """The path with its values, under the sandbox where a call without a key has to go there."""
        path = self.path
        for value in values:
            before, _, rest = path.partition("{")
            path = before + quote(value, safe="") + rest.partition("}")[2]
        return SANDBOX + path.removeprefix("/v1/") if in_sandbox and self.has_sandbox else path


class CallOptions(TypedDict, total=False):
    """How a call is made; the same for every call."""

    idempotency_key: str
    """A key of your own in place of a random one. A later call with the same key and input replays the answer."""
    max_credits: float
    """Asks for the price first and raises `QuoteExceeded` if the call could cost more. For pages: of all together."""
    timeout: float
    """Seconds for one attempt."""
    max_retries: int
    """Attempts after the first."""


@dataclass(frozen=True)
class LiveSignal:
    """A signal of a live feed."""

    id: str
    """Position in the feed: `last_event_id` of a stream that goes on after this signal."""
    signal: SignalView


def query_of(input: Mapping[str, object]) -> dict[str, str]:
    """The fields of a query as text; `None` is left out."""
    return {name: _text(value) for name, value in input.items() if value is not None}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def spent(answer: Any) -> float:
    """The credits that an answer cost."""
    cost = answer.get("cost") if isinstance(answer, dict) else None
    return float(cost["credits"]) if cost else 0.0
