#!/usr/bin/env python3
"""Asks for companies by name and counts how many are the right ones.

    bench/company_names.py BRIMFUL company_tickers.json constituents.csv [SEED]

company_tickers.json is the SEC's list of companies; it is imported as it is. constituents.csv has the names to ask for
(column Security) and the register number of each (column CIK). With a seed, each name gets one typo. A company that is
not on the list can only be answered wrongly, unless it has the name of the one that is: lists of different years have
other numbers for it. Prints every question without the right answer.
"""

import csv
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

PORT = 18417
START_SECONDS_MAX = 60


def letters(name):
    return re.sub(r"[^a-z0-9]", "", re.sub(r"\b(inc|corp|corporation|co|company|plc|ltd)\b", "", name.lower()))


def typo(rng, name):
    places = [at for at in range(1, len(name) - 1) if name[at].isalpha() and name[at + 1].isalpha()]
    if not places:
        return name
    at = rng.choice(places)
    kind = rng.randrange(3)
    if kind == 0:
        return name[:at] + name[at + 1] + name[at] + name[at + 2:]
    return name[:at] + ("" if kind == 1 else rng.choice("aeioulnrst")) + name[at + 1:]


def call(path, body, key):
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", json.dumps(body).encode(),
                                     {"Content-Type": "application/json", "Authorization": f"Bearer {key}"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def ready(server):
    for _ in range(START_SECONDS_MAX * 5):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/readyz") as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, ConnectionError):
            pass
        if server.poll() is not None:
            break
        time.sleep(0.2)
    sys.exit("the server did not start")


def main():
    brimful, listed_file, asked_file = sys.argv[1:4]
    rng = random.Random(int(sys.argv[4])) if sys.argv[4:] else None
    with open(listed_file) as file:
        listed = {int(row["cik_str"]): row["title"] for row in json.load(file).values()}
    with open(asked_file, newline="") as file:
        asked = [(row["Security"], int(row["CIK"])) for row in csv.DictReader(file)]
    counts = {"right": 0, "nothing": 0, "same name": 0, "wrong": 0}
    with tempfile.TemporaryDirectory() as folder:
        data, rows = f"{folder}/data", pathlib.Path(folder, "companies.csv")
        with rows.open("w", newline="") as out:
            csv.writer(out).writerows([("name", "cik"), *((name, number) for number, name in listed.items())])
        subprocess.run([brimful, "import", "companies", rows, "--source", "list", "--data", data, "--json"],
                       check=True, stdout=subprocess.DEVNULL)
        made = subprocess.run([brimful, "account", "create", "--email", "bench@client.example", "--plan", "scale",
                               "--credits", "100000", "--data", data, "--json"], check=True, capture_output=True)
        key = json.loads(made.stdout)["key"]
        server = subprocess.Popen([brimful, "serve", "--listen", f"127.0.0.1:{PORT}", "--data", data],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            ready(server)
            for name, number in asked:
                question = typo(rng, name) if rng else name
                answer = call("/v1/companies", {"name": question}, key)
                found = answer.get("company") or {}
                numbers = {int(found_id["value"]) for found_id in found.get("identifiers", [])
                           if found_id["scheme"] == "US-SEC"}
                if number in numbers:
                    outcome = "right"
                elif not answer["found"]:
                    outcome = "nothing"
                else:
                    is_same = number not in listed and letters(found["name"]) == letters(name)
                    outcome = "same name" if is_same else "wrong"
                counts[outcome] += 1
                if outcome != "right":
                    is_listed = listed.get(number, "not on the list")
                    print(f"  {outcome}: {question} ({is_listed}){': ' + found['name'] if found else ''}")
        finally:
            server.terminate()
            server.wait()
    print(f"{len(asked)} asked, " + ", ".join(f"{outcome} {count}" for outcome, count in counts.items()))


main()
