#!/usr/bin/env python3
"""What bench/scale.sh measures. Takes the folder of the built programs and the number of people."""
import asyncio
import csv
import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
ACCOUNTS = 8
CONNECTIONS = 16
PHASE_SECONDS = 8
SETTLE_SECONDS = 5
# Of the rows that are imported beside paid calls, so many that the import outlasts the phase.
BESIDE_ROWS = 400_000


def free_port():
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return line.getsockname()[1]


class Engine:
    """A store on one engine with the commands that work on it."""

    def __init__(self, name, programs, folder, url=None):
        self.name, self.programs, self.url = name, programs, url
        self.data = os.path.join(folder, name)
        self.port = free_port()
        self.process = None

    def where(self):
        return ["--data", self.data, *(["--database-url", self.url] if self.url else [])]

    def command(self, *arguments):
        done = subprocess.run([os.path.join(self.programs, "brimful"), *arguments, *self.where(), "--json"],
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{arguments}: {done.stdout} {done.stderr}")
        return done.stdout

    def start_command(self, *arguments):
        return subprocess.Popen([os.path.join(self.programs, "brimful"), *arguments, *self.where(), "--json"],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def serve(self):
        self.process = subprocess.Popen(
            [os.path.join(self.programs, "brimful"), "serve", "--listen", f"127.0.0.1:{self.port}", *self.where()],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz") as answer:
                    if answer.status == 200:
                        return
            except OSError:
                time.sleep(0.1)
        sys.exit("the server is not ready")

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()

    def account(self, name):
        made = self.command("account", "create", "--email", f"{name}@client.example", "--plan", "scale",
                            "--credits", "10000000")
        return json.loads(made)["key"]

    def settlements(self, accounts):
        where = self.url or os.path.join(os.path.dirname(self.data), f"settle-{accounts}")
        out = subprocess.run([os.path.join(self.programs, "examples", "settlements"), where, str(accounts),
                              str(SETTLE_SECONDS)], capture_output=True, text=True, check=True)
        return int(out.stdout)

    def bytes(self):
        if self.url:
            out = subprocess.run(["psql", self.url, "-Atc", "SELECT pg_database_size(current_database())"],
                                 capture_output=True, text=True, check=True)
            return int(out.stdout)
        return sum(os.path.getsize(os.path.join(self.data, name)) for name in os.listdir(self.data)
                   if name.startswith(("brimful.db", "records.db")))


class Load:
    """Paid calls over kept connections until it is stopped: each one's start and how long it took."""

    def __init__(self, port, keys, emails, connections):
        self.port, self.keys, self.emails, self.connections = port, keys, emails, connections
        self.calls, self.refused, self.stopping = [], 0, False
        self.thread = threading.Thread(target=lambda: asyncio.run(self.run()), daemon=True)
        self.thread.start()

    async def run(self):
        await asyncio.gather(*(self.one(number) for number in range(self.connections)))

    async def one(self, number):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        key, place = self.keys[number % len(self.keys)], number
        while not self.stopping:
            place = (place * 31 + 7) % len(self.emails)
            body = json.dumps({"email": self.emails[place]}).encode()
            began = time.monotonic()
            writer.write(b"POST /v1/enrich HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                         b"Authorization: Bearer " + key.encode() + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            await reader.readexactly(length)
            if head.startswith(b"HTTP/1.1 200"):
                self.calls.append((began, time.monotonic() - began))
            else:
                self.refused += 1
                await asyncio.sleep(0.01)

    def stop(self):
        self.stopping = True
        self.thread.join()
        return [took for _, took in self.calls]


def quantile(times, share):
    return sorted(times)[round((len(times) - 1) * share)] * 1000


def loaded(engine, keys, emails, beside=None):
    """Calls a second, 99th percentile and slowest call, while a command runs beside them or for a phase."""
    load, began = Load(engine.port, keys, emails, CONNECTIONS), time.monotonic()
    process = beside() if beside else None
    while time.monotonic() - began < PHASE_SECONDS and (process is None or process.poll() is None):
        time.sleep(0.02)
    seconds = time.monotonic() - began
    times = load.stop()
    if process and process.poll() is None:
        process.send_signal(signal.SIGTERM)
        process.wait()
    return len(times) / seconds, quantile(times, 0.99), max(times) * 1000


def emails_of(path, count):
    with open(path, encoding="utf-8", newline="") as rows:
        found = (row["Email"] for row in csv.DictReader(rows) if row["Email"])
        return list(itertools.islice(found, count))


def measure(engine, people, table, beside_table):
    figures = {}
    figures["settlements/s, 1,000 accounts"] = engine.settlements(1000)
    figures["settlements/s, one account"] = engine.settlements(1)
    began = time.monotonic()
    engine.command("import", "people", table, "--source", "bench")
    figures["import, rows/s"] = people / (time.monotonic() - began)
    figures["store, bytes a person"] = engine.bytes() / people
    keys, emails = [engine.account(f"a{number}") for number in range(ACCOUNTS)], emails_of(table, 2_000)
    engine.serve()
    alone = Load(engine.port, keys[:1], emails, 1)
    time.sleep(3)
    times = alone.stop()
    figures["one caller, enrich p50 ms"] = quantile(times, 0.5)
    rate, p99, _ = loaded(engine, keys, emails)
    figures["paid calls/s"] = rate
    figures["paid calls, p99 ms"] = p99
    beside, _, slowest = loaded(engine, keys, emails,
                                lambda: engine.start_command("import", "people", beside_table, "--source", "beside"))
    figures["beside an import, share of the rate"] = beside / rate
    figures["beside an import, slowest ms"] = slowest
    victim = emails.pop()
    _, _, slowest = loaded(engine, keys, emails, lambda: engine.start_command("erase", "--email", victim))
    figures["beside an erasure, slowest ms"] = slowest
    if not engine.url:
        copy = engine.data + "-backup"
        _, p99, _ = loaded(engine, keys, emails, lambda: engine.start_command("backup", copy))
        figures["beside a backup, p99 ms"] = p99
    engine.stop()
    return figures


def bare(url, script, seconds=SETTLE_SECONDS):
    """Transactions a second of pgbench with this script."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(script)
        file.flush()
        out = subprocess.run(["pgbench", "-n", "-f", file.name, "-c", "16", "-j", "2", "-T", str(seconds),
                              "-M", "prepared", url], capture_output=True, text=True, check=True)
    return float(out.stdout.split("tps = ")[1].split()[0])


def bare_settlements(url):
    """The least a settlement can be on this server: one guarded update and one row of the ledger."""
    subprocess.run(["psql", url, "-qc",
                    "CREATE TABLE bare_account (id int PRIMARY KEY, balance bigint); CREATE TABLE bare_ledger (id int, at "
                    "timestamptz); INSERT INTO bare_account SELECT n, 1000000000 FROM generate_series(1, 1000) n"], check=True)
    change = ("BEGIN; UPDATE bare_account SET balance = balance - 1 WHERE id = {} AND balance >= 1; "
              "INSERT INTO bare_ledger VALUES ({}, now()); COMMIT;\n")
    many = "\\set a random(1, 1000)\n" + change.format(":a", ":a").replace("; ", ";\n")
    return bare(url, many), bare(url, change.format(1, 1).replace("; ", ";\n"))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    programs, people = sys.argv[1], int(sys.argv[2])
    folder = tempfile.mkdtemp(prefix="brimful-scale-")
    database, columns = os.path.join(folder, "database"), {}
    try:
        table, beside = os.path.join(folder, "people.csv"), os.path.join(folder, "beside.csv")
        made = os.path.join(programs, "examples", "people_csv")
        with open(table, "w", encoding="utf-8") as out:
            subprocess.run([made, str(people), "0"], stdout=out, check=True)
        with open(beside, "w", encoding="utf-8") as out:
            subprocess.run([made, str(BESIDE_ROWS), "0", "2"], stdout=out, check=True)
        engines = [Engine("sqlite", programs, folder)]
        started = subprocess.run([os.path.join(HERE, "../tests/postgres"), "start", database], capture_output=True, text=True,
                                 env=dict(os.environ, BRIMFUL_POSTGRES_SAFE="1"))
        if started.returncode == 0:
            server = started.stdout.strip()
            subprocess.run(["createdb", "--maintenance-db", server, "brimful"], check=True)
            url = server.rsplit("/", 1)[0] + "/brimful"
            many, one = bare_settlements(server)
            print(f"bare PostgreSQL: {many:,.0f} over 1,000 accounts, {one:,.0f} on one")
            engines.append(Engine("postgresql", programs, folder, url))
        else:
            print(f"one engine only: {started.stderr.strip()}")
        for engine in engines:
            columns[engine.name] = measure(engine, people, table, beside)
    finally:
        if os.path.isdir(database):
            subprocess.run([os.path.join(HERE, "../tests/postgres"), "stop", database], check=False)
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{people:,} people" + "".join(f"{name:>16}" for name in columns))
    for figure in columns["sqlite"]:
        cells = (f"{columns[name][figure]:16,.2f}" if figure in columns[name] else " " * 16 for name in columns)
        print(f"{figure:36}" + "".join(cells))


if __name__ == "__main__":
    main()
