"""A server of the demo's world for the scripts in the folders beside this file, and what they check with it."""
import http.client
import json
import os
import subprocess
import sys
import threading
import time

START_SECONDS_MAX = 120
PEOPLE = 3_000

failures = []


def check(name, value, limit, unit):
    """Prints a figure, and notes it as a failure when it is beyond its limit."""
    verdict = "ok" if value <= limit else "TOO MUCH"
    print(f"{name}: {value:.1f} {unit} (limit {limit} {unit}) {verdict}", flush=True)
    if value > limit:
        failures.append(name)


class Server:
    def __init__(self, binary, folder, people=PEOPLE):
        self.binary, self.folder = binary, folder
        self.start_seconds_max = START_SECONDS_MAX + people // 200
        environment = dict(os.environ, BRIMFUL_API__SIGNUP__MODE="open")
        self.process = subprocess.Popen(
            [binary, "demo", "--people", str(people), "--listen", "127.0.0.1:0", "--data", folder],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = self.read_port()

    def read_port(self):
        deadline = time.monotonic() + self.start_seconds_max
        for line in self.process.stdout:
            if "http://127.0.0.1:" in line:
                port = int("".join(filter(str.isdigit, line.split("http://127.0.0.1:")[1].split("/")[0].split()[0])))
                threading.Thread(target=lambda: [None for _ in self.process.stdout], daemon=True).start()
                return port
            if time.monotonic() > deadline:
                break
        sys.exit("the server did not start")

    def command(self, *words):
        """Runs a command on its folder; answers what it prints as JSON."""
        done = subprocess.run([self.binary, *words, "--data", self.folder, "--json"], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def account(self, name, plan):
        email = f"{name}@client.example"
        return self.command("account", "create", "--email", email, "--plan", plan, "--credits", "100000")["key"]

    def memory(self):
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def own_memory(self):
        """Memory of its own, without the pages of mapped files."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            line = next(line for line in status if line.startswith("RssAnon:"))
        return int(line.split()[1]) * 1024

    def call(self, method, path, body=None, key=None, connection=None):
        line = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        line.request(method, path, body, headers)
        answer = line.getresponse()
        text = answer.read()
        if connection is None:
            line.close()
        return answer.status, text

    def someone(self, key):
        """A person of the world, once the search index has been made."""
        deadline = time.monotonic() + self.start_seconds_max
        status, found = 0, b""
        while status != 200 and time.monotonic() < deadline:
            status, found = self.call("POST", "/v1/search/people", '{"limit":1}', key)
            time.sleep(0.5)
        return json.loads(found)["results"][0]
