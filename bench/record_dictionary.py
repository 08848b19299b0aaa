#!/usr/bin/env python3
"""Trains the zstd dictionary by which stored records and claims are compressed, and prints what it saves.

Usage: bench/record_dictionary.py OUT DATA...
DATA are data folders whose records are plain JSON: those of a store that was made with a `compress` that returns what it is
given. Names, addresses, ids and times are replaced by random ones before
the training: the dictionary holds the words of the format, titles, places and industries, and nobody's data. A dictionary that
is in use must not change, because stored rows need it: a new one is another file with another number.
Needs: pip install zstandard
"""
import json
import random
import re
import sqlite3
import sys

import zstandard

BYTES, SAMPLES, LEVEL = 16384, 3000, 3
PRIVATE = {"id", "fullName", "firstName", "middleName", "lastName", "domain", "domains", "networkUrl", "companyName", "companyDomain",
           "companyNetworkUrl", "address", "number", "url", "reference", "school", "description", "summary", "headline", "phone",
           "street", "postcode", "legalName", "formerName", "names", "aliases"}
TIME = re.compile(r"\d{4}-\d\d(-\d\d)?(T[\d:.]+Z)?$")


def masked(value, key, dice):
    """The value with everything that is of one person or company replaced, letter by letter."""
    if isinstance(value, dict):
        is_company = "domain" in value or "industry" in value
        return {k: masked(v, "fullName" if k == "name" and is_company else k, dice) for k, v in value.items()}
    if isinstance(value, list):
        return [masked(item, key, dice) for item in value]
    if isinstance(value, str) and TIME.match(value):
        return value[:2] + "".join(dice.choice("0123456789") if c.isdigit() else c for c in value[2:])
    if isinstance(value, str) and key in PRIVATE:
        schemed = re.match(r"(per_|com_|job_|https://)?", value).group()
        rest = value[len(schemed):]
        return schemed + "".join(dice.choice("0123456789") if c.isdigit() else
                                 dice.choice("abcdefghijklmnopqrstuvwxyz") if c.isalpha() else c for c in rest)
    return value


def rows(folder):
    database = sqlite3.connect(f"file:{folder}/records.db?mode=ro", uri=True)
    for question in ("SELECT record FROM subject", "SELECT facts FROM claim"):
        yield question, [row[0] for row in database.execute(question) if row[0].startswith(b"{")]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    dice, kinds, samples = random.Random(1), [], []
    for folder in sys.argv[2:]:
        for question, found in rows(folder):
            picked = dice.sample(found, min(SAMPLES, len(found)))
            kinds.append((folder, question, picked))
            for row in picked:
                text = json.dumps(masked(json.loads(row), "", dice), ensure_ascii=False, separators=(",", ":"))
                samples.append(text.encode())
    dictionary = zstandard.train_dictionary(BYTES, samples, level=LEVEL, dict_id=1)
    with open(sys.argv[1], "wb") as out:
        out.write(dictionary.as_bytes())
    compressor = zstandard.ZstdCompressor(level=LEVEL, dict_data=dictionary, write_dict_id=False)
    for folder, question, picked in kinds:
        before, after = sum(map(len, picked)), sum(len(compressor.compress(row)) for row in picked)
        print(f"{folder}: {question}: {before / len(picked):.0f} bytes, {after / len(picked):.0f} compressed")


main()
