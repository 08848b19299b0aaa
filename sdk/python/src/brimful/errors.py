"""Everything this package raises."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .models import Fault, PricePreview


class BrimfulError(Exception):
    """Base of every error of this package."""


class ConnectionFailed(BrimfulError):
    """The server could not be reached, or broke off, on every attempt."""


class QuoteExceeded(BrimfulError):
    """The call could cost more than `max_credits`; it was not made."""

    def __init__(self, quote: PricePreview, max_credits: float) -> None:
        self.quote = quote
        self.max_credits = max_credits
        most = quote["would_cost"]["max_credits"]
        super().__init__(f"The call can cost {most:g} credits, and max_credits is {max_credits:g}. Nothing was charged.")


class WaitTimeout(BrimfulError):
    """A job did not end in the time given. It goes on; wait again."""


class JobPaused(BrimfulError):
    """A job may not go on, for instance because its key was revoked; `reason` is a problem code."""

    def __init__(self, job_id: str, reason: str) -> None:
        self.job_id = job_id
        self.reason = reason
        super().__init__(f"Job {job_id} is paused ({reason}). Resume it with a key that may spend.")


class InvalidSignature(BrimfulError):
    """A webhook's request was not signed with the secret, or too long ago."""


class APIError(BrimfulError):
    """The server refused or failed a call, with the reason as problem details (RFC 9457)."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.problem = problem
        self.code: str = problem.get("code", "")
        """Stable code, explained at `/problems` of the server."""
        self.detail: str = problem.get("detail", "")
        """What happened and what to do next."""
        self.request_id: str | None = problem.get("request_id")
        """Names the call in `client.me.history` and in the server's log."""
        self.errors: list[Fault] = problem.get("errors", [])
        """Every fault of an invalid request, with a pointer to the value."""
        self.retry_after = retry_after
        """Seconds after which the call can be made again, if the server said so."""
        super().__init__(self._message())

    def _message(self) -> str:
        text = f"{self.status} {self.code}: {self.detail}"
        if self.request_id:
            text += f" (request {self.request_id})"
        return text + "".join(f"\n  {fault['pointer']}: {fault['message']}" for fault in self.errors)


class InvalidRequest(APIError):
    """The request has faults; `errors` lists all of them."""


class AuthenticationError(APIError):
    """The key is missing, unknown, expired or revoked."""


class InsufficientCredits(APIError):
    """The balance does not cover the highest price of the call."""

    @property
    def required(self) -> float | None:
        """Credits needed."""
        return self.problem.get("required")

    @property
    def balance(self) -> float | None:
        """Credits there."""
        return self.problem.get("balance")

    @property
    def largest_affordable_limit(self) -> int | None:
        """The largest `limit` that the balance pays for, for a list."""
        return self.problem.get("largest_affordable_limit")


class PermissionDenied(APIError):
    """The key's scope, the plan or a limit of the account does not allow the call."""


class NotFound(APIError):
    """There is no such thing, or it belongs to another account."""


class Conflict(APIError):
    """The call contradicts the state of what it is about, or the same call is still running."""


class RateLimited(APIError):
    """Too many calls; `retry_after` says when to go on."""


class ServerError(APIError):
    """The server or every source failed; nothing was charged unless the code is `outcome_unknown`."""


_BY_STATUS: dict[int, type[APIError]] = {
    400: InvalidRequest,
    401: AuthenticationError,
    402: InsufficientCredits,
    403: PermissionDenied,
    404: NotFound,
    409: Conflict,
    413: InvalidRequest,
    415: InvalidRequest,
    422: InvalidRequest,
    429: RateLimited,
}
_KEY_CODES = {"missing_key", "invalid_key", "expired_key", "revoked_key"}


def error_of(status: int, body: bytes, retry_after: float | None) -> APIError:
    """The error that a response stands for."""
    try:
        problem = json.loads(body)
    except ValueError:
        problem = None
    if not isinstance(problem, dict):
        # What answered is not the server but something before it, such as a proxy.
        problem = {"code": "", "detail": body[:200].decode(errors="replace")}
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else APIError)
    return kind(status, problem, retry_after)


def ended_stream(data: str) -> APIError:
    """The error that ends a live feed: its key or plan no longer allows it."""
    problem = json.loads(data)
    is_key = problem.get("code") in _KEY_CODES
    return AuthenticationError(401, problem) if is_key else PermissionDenied(403, problem)
