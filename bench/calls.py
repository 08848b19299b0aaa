#!/usr/bin/env python3
"""What bench/calls.sh measures. Takes the folder of the built programs and the number of people."""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import http.client
import socket
import time

from scale import Engine, emails_of, free_port

CONNECTIONS = 16
ROUNDS = 5
CALLS = 4_000
ANSWER_BYTES = 2_300
TICKS = os.sysconf("SC_CLK_TCK")


def questions(emails):
    """The calls of each kind: path, and the body of a number."""
    return {
        "enrich that hits": ("/v1/enrich", lambda number: {"email": emails[number % len(emails)]}),
        "enrich that misses": ("/v1/enrich", lambda number: {"email": f"x{number}.{emails[number % len(emails)]}"}),
    }


def calls(port, key, path, body, first):
    """Makes the calls of a round over kept connections."""

    def work(begin):
        line = http.client.HTTPConnection("127.0.0.1", port)
        for number in range(begin, begin + CALLS // CONNECTIONS):
            line.request("POST", path, json.dumps(body(number)),
                         {"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
            answer = line.getresponse()
            answer.read()
            if answer.status != 200:
                sys.exit(f"{path} answered {answer.status}")
        line.close()

    each = CALLS // CONNECTIONS
    workers = [threading.Thread(target=work, args=(first + number * each,)) for number in range(CONNECTIONS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def cpu_seconds(process):
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def rounds(process, port, key, path, body):
    """Microseconds of CPU that the server takes for a call, in each round; the first warms up and is left out."""
    measured = []
    for number in range(ROUNDS + 1):
        before = cpu_seconds(process)
        calls(port, key, path, body, number * CALLS)
        measured.append((cpu_seconds(process) - before) * 1e6 / CALLS)
    return measured[1:]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    programs, people = sys.argv[1], int(sys.argv[2])
    folder = tempfile.mkdtemp(prefix="brimful-calls-")
    processes = []
    try:
        table = os.path.join(folder, "people.csv")
        with open(table, "w", encoding="utf-8") as out:
            subprocess.run([os.path.join(programs, "examples", "people_csv"), str(people), "0"], stdout=out, check=True)
        settings = os.path.join(folder, "brimful.toml")
        with open(settings, "w", encoding="utf-8") as out:
            out.write("[api.plans.scale]\nrequests_per_second = 1000000\n")
        os.chdir(folder)
        engine = Engine("sqlite", programs, folder)
        engine.command("import", "people", table, "--source", "bench")
        key, emails = engine.account("calls"), emails_of(table, 5_000)
        engine.serve()
        processes.append(engine.process)
        port = free_port()
        bare = subprocess.Popen([os.path.join(programs, "examples", "bare"), f"127.0.0.1:{port}", str(ANSWER_BYTES)])
        processes.append(bare)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with socket.socket() as line:
                if line.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        kinds = questions(emails)
        ceiling = rounds(bare, port, key, *kinds["enrich that hits"])
        print(f"{people:,} people; median of {ROUNDS} rounds of {CALLS:,} calls, {CONNECTIONS} connections")
        print(f"{'call':24}{'CPU µs':>10}{'least':>10}{'most':>10}{'of bare HTTP':>14}")
        bare_us = statistics.median(ceiling)
        print(f"{'bare HTTP':24}{bare_us:10.1f}{min(ceiling):10.1f}{max(ceiling):10.1f}{1:14.2f}")
        for kind, (path, body) in kinds.items():
            measured = rounds(engine.process, engine.port, key, path, body)
            median = statistics.median(measured)
            print(f"{kind:24}{median:10.1f}{min(measured):10.1f}{max(measured):10.1f}{bare_us / median:14.2f}")
    finally:
        for process in processes:
            process.terminate()
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
