"""When a call is made again, and after how long."""

from __future__ import annotations

import random

from .errors import APIError

WAIT_FIRST, WAIT_MAX = 0.5, 8.0
# A server that asks for more than this is not waited for: the error says how long.
RETRY_AFTER_MAX = 60.0
_STATUSES = {429, 500, 502, 503, 504}


def wait_before(attempt: int, error: APIError | None) -> float | None:
    """Seconds to wait before the next attempt, or `None` where another one cannot help.

    `attempt` counts those made; `error` is `None` if there was no response. Waits double and vary at random, so that
    clients that failed together do not return together.
    """
    wait = min(WAIT_FIRST * 2.0 ** (attempt - 1), WAIT_MAX) * random.uniform(0.5, 1.0)
    if error is None:
        return wait
    is_running = error.status == 409 and error.code == "request_in_progress"
    if error.status not in _STATUSES and not is_running:
        return None
    if error.retry_after is None:
        return wait
    return max(wait, error.retry_after) if error.retry_after <= RETRY_AFTER_MAX else None


def seconds_of(header: str | None) -> float | None:
    """`Retry-After` in seconds; its other form, a date, is not one that the server sends."""
    try:
        return max(float(header), 0.0) if header else None
    except ValueError:
        return None
