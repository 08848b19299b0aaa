#!/usr/bin/env python3
"""Scores what an import made of rows whose truth is known.

    brimful import people rows.csv --data DIR --source a
    brimful export people --data DIR > people.jsonl
    bench/entity_resolution.py people.jsonl truth.csv ID_COLUMN TRUTH_COLUMN [across]

truth.csv names the true person of every row by its id. With "across", only pairs of different sources count, as in
linking two files. Rows that the import rejected count as alone. Prints precision, recall and F1 over pairs of rows.
"""

import collections
import csv
import itertools
import json
import sys


def pairs(groups, across):
    found = set()
    for group in groups:
        for one, other in itertools.combinations(sorted(group), 2):
            if not across or one[0] != other[0]:
                found.add((one, other))
    return found


def main():
    export, truth_file, id_column, truth_column = sys.argv[1:5]
    across = sys.argv[5:] == ["across"]
    with open(truth_file, newline="") as file:
        rows = csv.DictReader(file, skipinitialspace=True)
        truth = {row[id_column].strip(): row[truth_column].strip() for row in rows}
    clusters, people = [], collections.defaultdict(set)
    with open(export) as file:
        for line in file:
            claims = [(claim["source"], claim["ref"]) for claim in json.loads(line)["claims"]]
            clusters.append(claims)
            for claim in claims:
                people[truth[claim[1]]].add(claim)
    filed = {reference for _, reference in itertools.chain(*clusters)}
    for reference in truth.keys() - filed:
        people[truth[reference]].add(("rejected", reference))
    made, true = pairs(clusters, across), pairs(people.values(), across)
    both = len(made & true)
    precision, recall = both / max(len(made), 1), both / max(len(true), 1)
    print(f"rows {len(truth)}, filed {len(filed)}, people {len(clusters)}")
    print(f"precision {precision:.4f}, recall {recall:.4f}, F1 {2 * precision * recall / max(precision + recall, 1e-9):.4f}")


main()
