#!/usr/bin/env python3
"""Times imports in which one value is in every row, which must cost no more than others.

    bench/hostile_imports.py BRIMFUL [ROWS]

Fails when one takes longer than 30 seconds for 50,000 rows, or as much longer as there are more rows.
"""

import csv
import pathlib
import subprocess
import sys
import tempfile
import time

SECONDS_MAX = 30.0
ROWS = 50_000
TOWNS = ["Dayton", "Fresno", "Austin", "Reno", "Salem", "Albany", "Tampa", "Boise", "Denver", "Macon"]


def word(number):
    letters = ""
    while number or not letters:
        number, letter = divmod(number, 20)
        letters += "bcdfghjklmnprstvwxyz"[letter] + "aeiou"[number % 5]
    return letters.title()


FILES = {
    "people of one name": ("people", lambda n: {
        "full_name": "Mira Okafor", "email": f"mira{n}@mail{n % 977}.example", "company_domain": f"{word(n).lower()}.example"}),
    "people of one name, without identifiers": ("people", lambda n: {
        "full_name": "Mira Okafor", "city": TOWNS[n % 10], "postcode": f"{10000 + n}",
        "birth_date": f"{1940 + n % 60}-{1 + n % 12:02}-{1 + n % 28:02}"}),
    "people at one domain": ("people", lambda n: {
        "full_name": f"{word(n)} {word(n * 7919 % 100_003)}", "email": f"p{n}@torrent.example",
        "company_domain": "torrent.example", "company_name": "Torrent Robotics Inc"}),
    "companies of one name": ("companies", lambda n: {
        "name": "Quillfeather Bakery", "city": TOWNS[n % 10], "postcode": f"{10000 + n}", "street": f"{n} Elm St",
        "phone": f"+1937{5550000 + n:07}"}),
    "companies of one name, each with its domain": ("companies", lambda n: {
        "name": "Quillfeather Bakery", "domain": f"{word(n).lower()}.example", "city": TOWNS[n % 10]}),
    "companies of one domain": ("companies", lambda n: {
        "name": f"Torrent {word(n)}", "domain": "torrent.example", "city": TOWNS[n % 10]}),
}


def main():
    brimful, rows = sys.argv[1], int((sys.argv[2:] or [ROWS])[0])
    late = []
    for what, (kind, row) in FILES.items():
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "rows.csv")
            with file.open("w", newline="") as out:
                table = csv.DictWriter(out, ["id", *row(0)])
                table.writeheader()
                table.writerows({"id": number, **row(number)} for number in range(rows))
            began = time.monotonic()
            subprocess.run([brimful, "import", kind, file, "--source", "bench", "--data", f"{folder}/data", "--json"],
                           check=True, stdout=subprocess.DEVNULL)
            seconds = time.monotonic() - began
        is_late = seconds > SECONDS_MAX * max(rows / ROWS, 1.0)
        late += [what] * is_late
        print(f"{what}: {rows:,} rows in {seconds:.1f} s{' TOO LONG' if is_late else ''}", flush=True)
    sys.exit(1 if late else 0)


main()
