#!/usr/bin/env python3
"""What bench/calls.sh measures. Takes the folder of the built programs and the number of people."""
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import socket
import time

from scale import Engine, emails_of, free_port

CONNECTIONS = 64
ROUNDS = 5
CALLS = 20_000
ANSWER_BYTES = 2_300
TICKS = os.sysconf("SC_CLK_TCK")


def bodies(folder, emails):
    """Files of request bodies, one a line, by the kind of call."""
    kinds = {
        "enrich that hits": emails,
        "enrich that misses": [f"x{number}.{email}" for number, email in enumerate(emails)],
    }
    files = {}
    for kind, asked in kinds.items():
        files[kind] = os.path.join(folder, kind.replace(" ", "-"))
        with open(files[kind], "w", encoding="utf-8") as out:
            out.writelines(json.dumps({"email": email}) + "\n" for email in asked)
    return files


def calls(programs, port, key, asked):
    """Makes the calls of a round; returns calls a second, median and 99th percentile in milliseconds."""
    done = subprocess.run([os.path.join(programs, "examples", "load"), f"127.0.0.1:{port}", "/v1/enrich", key,
                           str(CONNECTIONS), str(CALLS), asked], capture_output=True, text=True, check=True)
    return tuple(float(figure) for figure in done.stdout.split())


def cpu_seconds(process):
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Measured:
    """What the rounds of one kind of call came to."""

    def __init__(self, programs, process, port, key, asked):
        self.programs, self.process, self.port, self.key, self.asked = programs, process, port, key, asked
        self.cpu, self.rate, self.p99 = [], [], []

    def round(self):
        before = cpu_seconds(self.process)
        rate, _, p99 = calls(self.programs, self.port, self.key, self.asked)
        self.cpu.append((cpu_seconds(self.process) - before) * 1e6 / CALLS)
        self.rate.append(rate)
        self.p99.append(p99)


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
        files = bodies(folder, emails)
        kinds = {"bare HTTP": Measured(programs, bare, port, key, files["enrich that hits"])}
        kinds |= {kind: Measured(programs, engine.process, engine.port, key, file) for kind, file in files.items()}
        # The kinds take turns, so that whatever else the machine does meets all of them; the first round warms up.
        for _ in range(ROUNDS + 1):
            for kind in kinds.values():
                kind.round()
        print(f"{people:,} people; median of {ROUNDS} rounds of {CALLS:,} calls, {CONNECTIONS} connections")
        print(f"{'call':22}{'CPU µs':>8}{'least':>8}{'most':>8}{'of bare':>9}{'calls/s':>10}{'of bare':>9}{'p99 ms':>8}")
        ceiling = kinds["bare HTTP"]
        bare_cpu, bare_rate = (statistics.median(figures[1:]) for figures in (ceiling.cpu, ceiling.rate))
        for name, kind in kinds.items():
            cpu, rate = kind.cpu[1:], statistics.median(kind.rate[1:])
            median = statistics.median(cpu)
            print(f"{name:22}{median:8.1f}{min(cpu):8.1f}{max(cpu):8.1f}{bare_cpu / median:9.3f}"
                  f"{rate:10,.0f}{rate / bare_rate:9.3f}{statistics.median(kind.p99[1:]):8.1f}")
    finally:
        for process in processes:
            process.terminate()
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
