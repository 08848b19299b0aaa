"""Calls against a server that misbehaves."""

import asyncio

import pytest
from misbehaving import Misbehaving, Step, answers, hangs_up, hangs_up_within, refuses

from brimful import (
    APIError,
    AsyncClient,
    AuthenticationError,
    Client,
    Conflict,
    ConnectionFailed,
    InsufficientCredits,
    InvalidRequest,
    NotFound,
    PermissionDenied,
    QuoteExceeded,
    RateLimited,
    ServerError,
)

FOUND = answers({"found": True, "cost": {"credits": 1}})


@pytest.mark.parametrize(
    "trouble",
    [
        refuses(503, "overloaded", "3"),
        refuses(429, "rate_limited", "3"),
        refuses(409, "request_in_progress", "3"),
        refuses(500, "outcome_unknown", "3"),
    ],
)
def test_a_call_is_made_again_after_the_time_that_the_server_asks_for(trouble: Step, waits: list[float]) -> None:
    with Misbehaving(trouble, FOUND) as server, Client(server.url, "key") as client:
        assert client.enrich(email="a@b.example")["found"]
    assert waits == [3.0]
    keys = {request.headers["idempotency-key"] for request in server.received}
    assert len(server.received) == 2 and len(keys) == 1, "one idempotency key for both attempts"


@pytest.mark.parametrize("trouble", [hangs_up, hangs_up_within])
def test_a_broken_connection_is_made_again_with_the_same_idempotency_key(trouble: Step, waits: list[float]) -> None:
    with Misbehaving(trouble, trouble, FOUND) as server, Client(server.url, "key") as client:
        assert client.enrich(email="a@b.example")["found"]
    assert len(waits) == 2 and 0.25 <= waits[0] <= 0.5 and 0.5 <= waits[1] <= 1.0
    assert len({request.headers["idempotency-key"] for request in server.received}) == 1


def test_two_calls_have_two_idempotency_keys_unless_one_is_given(waits: list[float]) -> None:
    with Misbehaving(FOUND, FOUND, FOUND) as server, Client(server.url, "key") as client:
        client.enrich(email="a@b.example")
        client.enrich(email="a@b.example")
        client.enrich(email="a@b.example", options={"idempotency_key": "mine"})
    first, second, third = (request.headers["idempotency-key"] for request in server.received)
    assert first != second and third == "mine"


def test_the_asynchronous_client_retries_alike(waits: list[float]) -> None:
    async def ask(url: str) -> bool:
        async with AsyncClient(url, "key") as client:
            return (await client.enrich(email="a@b.example"))["found"]

    with Misbehaving(refuses(503, "overloaded", "2"), hangs_up, FOUND) as server:
        assert asyncio.run(ask(server.url))
    assert waits[0] == 2.0 and len({request.headers["idempotency-key"] for request in server.received}) == 1


def test_attempts_end(waits: list[float]) -> None:
    with Misbehaving(*[refuses(503, "overloaded")] * 3) as server, Client(server.url, "key", max_retries=2) as client:
        with pytest.raises(ServerError):
            client.enrich(email="a@b.example")
    with Misbehaving(hangs_up, hangs_up) as server, Client(server.url, "key") as client:
        with pytest.raises(ConnectionFailed, match="2 attempts"):
            client.enrich(email="a@b.example", options={"max_retries": 1})


def test_a_wait_of_hours_is_the_callers_to_decide(waits: list[float]) -> None:
    with Misbehaving(refuses(429, "sandbox_limit", "19526")) as server, Client(server.url) as client:
        with pytest.raises(RateLimited) as caught:
            client.enrich(email="a@b.example")
    assert caught.value.retry_after == 19526 and waits == []


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "invalid_json", InvalidRequest),
        (401, "revoked_key", AuthenticationError),
        (402, "insufficient_credits", InsufficientCredits),
        (403, "scope_required", PermissionDenied),
        (404, "not_found", NotFound),
        (409, "reference_used", Conflict),
        (422, "invalid_request", InvalidRequest),
        (418, "of_the_future", APIError),
    ],
)
def test_a_refusal_is_a_typed_error_and_is_not_tried_again(
    status: int, code: str, kind: type[APIError], waits: list[float]
) -> None:
    faults = [{"pointer": "/email", "code": "invalid_value", "message": "No @."}]
    step = refuses(status, code, errors=faults, required=4, balance=1)
    with Misbehaving(step) as server, Client(server.url, "key") as client:
        with pytest.raises(kind) as caught:
            client.enrich(email="a")
    error = caught.value
    assert type(error) is kind and waits == []
    assert (error.status, error.code, error.detail, error.request_id) == (status, code, "Do this.", "req_1")
    assert error.errors[0]["pointer"] == "/email"
    assert all(text in str(error) for text in (code, "Do this.", "req_1", "No @."))
    if isinstance(error, InsufficientCredits):
        assert (error.required, error.balance) == (4, 1)


def test_a_proxys_page_is_an_error_too(waits: list[float]) -> None:
    page: Step = lambda handler: handler.respond(502, b"<h1>Bad Gateway</h1>", "text/html")  # noqa: E731
    with Misbehaving(page) as server, Client(server.url, "key", max_retries=0) as client:
        with pytest.raises(ServerError, match="Bad Gateway"):
            client.me()


def test_pages_follow_the_cursor_and_each_is_a_call_of_its_own(waits: list[float]) -> None:
    def page(ids: str, cursor: str | None) -> Step:
        return answers({"results": [{"id": id} for id in ids], "next_cursor": cursor, "cost": {"credits": 2}})

    steps = [page("ab", "c1"), refuses(503, "overloaded", "1"), page("c", "c2"), page("", None)]
    with Misbehaving(*steps) as server, Client(server.url, "key") as client:
        assert [person["id"] for person in client.search.people.iterate(limit=2)] == ["a", "b", "c"]
    assert [request.json.get("cursor") for request in server.received] == [None, "c1", "c1", "c2"]
    keys = [request.headers["idempotency-key"] for request in server.received]
    assert keys[1] == keys[2] and len(set(keys)) == 3
    with Misbehaving(page("a", "c 1&"), page("b", None)) as server, Client(server.url, "key") as client:
        assert [len(answer["results"]) for answer in client.me.ledger.pages()] == [1, 1]
    assert server.received[1].path == "/v1/me/ledger?cursor=c+1%26"


def test_max_credits_is_a_budget_over_all_pages(waits: list[float]) -> None:
    def quote(most: float) -> Step:
        return answers({"preview": True, "would_cost": {"max_credits": most, "estimated_credits": most}})

    page = answers({"results": [{"id": "a"}], "next_cursor": "c", "cost": {"credits": 3}})
    with Misbehaving(quote(3), page, quote(3)) as server, Client(server.url, "key") as client:
        results = client.search.people.iterate(limit=2, options={"max_credits": 5})
        assert next(results)["id"] == "a"
        with pytest.raises(QuoteExceeded) as caught:
            next(results)
    assert caught.value.max_credits == 2
    assert [request.json.get("preview") for request in server.received] == [True, None, True]


def test_a_free_call_is_made_without_asking_for_its_price(waits: list[float]) -> None:
    with Misbehaving(answers({"balance": 1})) as server, Client(server.url, "key") as client:
        assert client.me(options={"max_credits": 0})["balance"] == 1


def test_values_in_a_path_are_escaped_and_without_a_key_the_sandbox_is_asked(waits: list[float]) -> None:
    with Misbehaving(FOUND, FOUND, FOUND) as server:
        with Client(server.url, "key") as client:
            client.watch_lists.read("a/b?c")
            client.enrich(email="a@b.example")
        with Client(server.url) as client:
            assert client.is_sandbox
            client.enrich(email="a@b.example")
    paths = [request.path for request in server.received]
    assert paths == ["/v1/watch-lists/a%2Fb%3Fc", "/v1/enrich", "/v1/sandbox/enrich"]
    assert [request.headers.get("authorization") for request in server.received] == ["Bearer key"] * 2 + [None]


def test_key_and_address_come_from_the_environment(waits: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    with Misbehaving(FOUND, FOUND) as server:
        monkeypatch.setenv("BRIMFUL_URL", server.url + "/")
        monkeypatch.setenv("BRIMFUL_KEY", "mine")
        with Client() as client, Client(sandbox=True) as sandbox:
            client.enrich(email="a@b.example")
            sandbox.enrich(email="a@b.example")
    assert server.received[0].headers["authorization"] == "Bearer mine"
    assert server.received[1].path == "/v1/sandbox/enrich"
