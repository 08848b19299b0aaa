"""Verifies that a webhook's request comes from the server (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

from .errors import InvalidSignature

PREFIX = "whsec_"
TOLERANCE_SECONDS = 300


def verify(
    body: bytes, headers: Mapping[str, str], secret: str, *, tolerance: float = TOLERANCE_SECONDS, now: float | None = None
) -> dict[str, Any]:
    """The event in a request, or `InvalidSignature`.

    `body` is the raw body: parsing it and writing it again changes the bytes that were signed. The same event can come
    more than once, always under the same `webhook-id`.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        id, stamp, signatures = (lower[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError as missing:
        raise InvalidSignature(f"The header {missing.args[0]} is missing.") from None
    if not stamp.isascii() or not stamp.isdigit():
        raise InvalidSignature("webhook-timestamp is not a number of seconds.")
    if abs((time.time() if now is None else now) - int(stamp)) > tolerance:
        raise InvalidSignature("The request was signed too long ago, or a clock is wrong.")
    expected = _sign(secret, id, stamp, body)
    # A secret that is being replaced signs beside the new one, so there can be several.
    given = [value.removeprefix("v1,") for value in signatures.split() if value.startswith("v1,")]
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in given):
        raise InvalidSignature("The request was not signed with this secret.")
    event: dict[str, Any] = json.loads(body)
    return event


def _sign(secret: str, id: str, stamp: str, body: bytes) -> str:
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except binascii.Error:
        raise InvalidSignature(f"The secret is not of the form {PREFIX}… in Base64.") from None
    content = f"{id}.{stamp}.".encode() + body
    return base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
