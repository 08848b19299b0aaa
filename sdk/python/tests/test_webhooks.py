"""Signatures of webhooks."""

import base64
import hashlib
import hmac
import time

import pytest

from brimful import InvalidSignature, webhooks

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
BODY = b'{"type":"bulk.completed","data":{"id":"job_1"}}'


def signed(body: bytes = BODY, secret: str = SECRET, at: float | None = None) -> dict[str, str]:
    stamp = str(int(time.time() if at is None else at))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    code = base64.b64encode(hmac.new(key, f"msg_1.{stamp}.".encode() + body, hashlib.sha256).digest()).decode()
    return {"Webhook-Id": "msg_1", "webhook-timestamp": stamp, "webhook-signature": f"v1,{code}"}


def test_a_signed_request_is_an_event() -> None:
    assert webhooks.verify(BODY, signed(), SECRET)["type"] == "bulk.completed"


def test_the_example_of_standard_webhooks_is_accepted() -> None:
    headers = {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    body = b'{"test": 2432232314}'
    assert webhooks.verify(body, headers, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", now=1614265330)["test"]


def test_one_of_several_signatures_is_enough() -> None:
    headers = signed()
    headers["webhook-signature"] = "v1,AAAA v2,other " + headers["webhook-signature"]
    assert webhooks.verify(BODY, headers, SECRET)


@pytest.mark.parametrize(
    "headers",
    [
        signed(body=BODY + b" "),
        signed(secret="whsec_" + base64.b64encode(b"another secret of 32 bytes......").decode()),
        signed(at=time.time() - 600),
        signed(at=time.time() + 600),
        {**signed(), "webhook-id": "msg_2"},
        {**signed(), "webhook-timestamp": "soon"},
        {**signed(), "webhook-signature": "v1,\u00e4"},
        {},
    ],
)
def test_everything_else_is_refused(headers: dict[str, str]) -> None:
    with pytest.raises(InvalidSignature):
        webhooks.verify(BODY, headers, SECRET)
