"""Checks that a server has every metric that a dashboard shows: usage: dashboard.py BINARY DASHBOARD."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from served import Server  # noqa: E402

PEOPLE = 200
WAIT_SECONDS_MAX = 30


def request(server: Server, method: str, path: str, key: str, body: object = None) -> str:
    status, text = server.call(method, path, json.dumps(body) if body is not None else None, key)
    assert status < 300, f"{method} {path} answered {status}: {text.decode()}"
    return str(text.decode())


def use(server: Server, key: str) -> None:
    """Makes a little of everything that is counted: a charged call, a vendor asked, an event for a webhook."""
    request(server, "POST", "/v1/enrich", key, {"fullName": "Marta Quist", "company_domain": "tidewater.example"})
    request(server, "POST", "/v1/companies", key, {"domain": "thornstoneacademy-hq.example"})
    hook = json.loads(request(server, "POST", "/v1/me/webhooks", key, {"url": "https://receiver.example/events"}))
    request(server, "POST", f"/v1/me/webhooks/{hook['id']}/test", key, {})


def metrics_of(text: str) -> set[str]:
    """Names in a scrape or a query."""
    return set(re.findall(r"\bbrimful_[a-z_]+", text))


def main(binary: str, path: str) -> None:
    with open(path, encoding="utf-8") as file:
        dashboard = json.load(file)
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    shown = metrics_of(" ".join(queries))
    assert len(shown) > 5, "the dashboard shows nothing"
    with tempfile.TemporaryDirectory() as folder:
        server = Server(os.path.abspath(binary), folder, PEOPLE)
        try:
            key = server.account("dashboard", "pro")
            operator = operator_key(server, "dashboard@client.example")
            use(server, key)
            until = time.monotonic() + WAIT_SECONDS_MAX
            while missing := shown - metrics_of(request(server, "GET", "/metrics", operator)):
                if time.monotonic() > until:
                    sys.exit(f"The dashboard shows what the server does not count: {', '.join(sorted(missing))}")
                time.sleep(0.5)
        finally:
            server.process.terminate()
            server.process.wait()


def operator_key(server: Server, account: str) -> str:
    command = [server.binary, "keys", "create", account, "--scopes", "operate", "--data", server.folder, "--json"]
    made = subprocess.run(command, capture_output=True, text=True, check=True)
    return str(json.loads(made.stdout)["key"])


main(*sys.argv[1:])
