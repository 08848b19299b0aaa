"""What only a server can show, run by tests/clients/sdks against a demo that may reach loopback."""

import threading
import uuid
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

from brimful import AuthenticationError, Client, InvalidSignature, webhooks

WAIT_SECONDS = 30


def an_event_of_the_server_is_verified(client: Client) -> None:
    received: list[tuple[bytes, dict[str, str]]] = []
    arrived = threading.Event()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append((body, dict(self.headers)))
            self.send_response(204)
            self.end_headers()
            arrived.set()

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    with HTTPServer(("127.0.0.1", 0), Receiver) as receiver:
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        hook = client.me.webhooks.create(url=f"http://127.0.0.1:{receiver.server_address[1]}/events")
        job = client.bulk.verify_email.submit([{"email": "marta.quist@tidewater.example"}], webhook={"url": hook["url"]})
        assert arrived.wait(WAIT_SECONDS), "no event came"
        receiver.shutdown()
    body, headers = received[0]
    event = webhooks.verify(body, headers, hook["secret"])
    assert event["type"] == "bulk.completed" and job.id in body.decode(), event
    try:
        webhooks.verify(body + b" ", headers, hook["secret"])
    except InvalidSignature:
        return
    raise AssertionError("a changed event was accepted")


def an_idempotency_key_replays_the_answer_and_is_charged_once(client: Client) -> None:
    before, key = client.me()["balance"], str(uuid.uuid4())
    for _ in range(2):
        answer = client.prospect_package(
            networkUrl="https://network.example/in/marta-quist", options={"idempotency_key": key}
        )
    assert before - client.me()["balance"] == answer["cost"]["credits"]


def every_list_can_be_iterated(client: Client) -> None:
    me = client.me
    lists: list[Callable[[], Iterator[object]]] = [
        client.watch_lists.list.iterate,
        client.saved_icps.list.iterate,
        client.bulk.list.iterate,
        me.keys.list.iterate,
        me.webhooks.list.iterate,
        me.webhooks.deliveries.list.iterate,
        me.history.iterate,
        me.ledger.iterate,
        me.people.iterate,
    ]
    found = [len(list(iterate())) for iterate in lists]
    assert all(count > 0 for count in found[2:]), found


def a_revoked_key_is_told(client: Client) -> None:
    made = client.me.keys.create(name="for a test")
    with Client(client.url, made["key"]) as other:
        other.me()
        client.me.keys.revoke(made["details"]["id"])
        try:
            other.me()
        except AuthenticationError as error:
            assert error.code == "revoked_key" and error.request_id
            return
    raise AssertionError("a revoked key was accepted")


if __name__ == "__main__":
    with Client() as client:
        an_event_of_the_server_is_verified(client)
        an_idempotency_key_replays_the_answer_and_is_charged_once(client)
        every_list_can_be_iterated(client)
        a_revoked_key_is_told(client)
