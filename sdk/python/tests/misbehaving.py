"""A real HTTP server on loopback that does, request by request, what a test tells it to."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Received:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Step = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "Misbehaving"

    def respond(self, status: int, body: bytes, kind: str = "application/json", **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def _any(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.received.append(Received(self.command, self.path, headers, body))
        self.server.steps.pop(0)(self)

    do_GET = do_POST = do_PATCH = do_DELETE = _any

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


class Misbehaving(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, *steps: Step) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.steps = list(steps)
        self.received: list[Received] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Broken connections are what the tests are about."""

    def __enter__(self) -> "Misbehaving":
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *args: object) -> None:
        self.shutdown()
        self.server_close()


def answers(body: object, status: int = 200) -> Step:
    return lambda handler: handler.respond(status, json.dumps(body).encode())


def refuses(status: int, code: str, retry_after: str | None = None, **more: object) -> Step:
    problem = {"code": code, "title": code, "status": status, "detail": "Do this.", "request_id": "req_1", **more}
    headers = {"Retry_After": retry_after} if retry_after else {}
    return lambda handler: handler.respond(status, json.dumps(problem).encode(), "application/problem+json", **headers)


def hangs_up(handler: Handler) -> None:
    handler.close_connection = True


def hangs_up_within(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"found": tr')
    handler.close_connection = True


def streams(*chunks: str) -> Step:
    def step(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Connection", "close")
        handler.end_headers()
        for chunk in chunks:
            handler.wfile.write(chunk.encode())
            handler.wfile.flush()
        handler.close_connection = True

    return step
