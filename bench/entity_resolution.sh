#!/usr/bin/env bash
# Scores who is one person and one company on generated registers: precision, recall and F1 over pairs of rows. Then times
# imports in which one name or one domain is in every row.
#
# Usage: bench/entity_resolution.sh [PEOPLE] [SEED]
# With LABELLED=FOLDER, sets in it that others publish are scored as well: fake_1000.csv of Splink, dataset1.csv to
# dataset4b.csv of Febrl; and with company_tickers.json of the SEC and constituents.csv of the S&P 500, how many
# companies are found by name. BRIMFUL=FILE measures that program in place of a new release build.
set -euo pipefail

people=${1:-4000}
seed=${2:-1}
cd "$(dirname "$0")/.."
if [ -z "${BRIMFUL:-}" ]; then
    cargo build --release -p cli
    BRIMFUL=${CARGO_TARGET_DIR:-target}/release/brimful
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# score NAME KIND TRUTH ID_COLUMN TRUTH_COLUMN ACROSS FILE...: one import for each file, then the figures.
score() {
    local name=$1 kind=$2 truth=$3 id=$4 column=$5 across=$6 data="$folder/data-$1"
    shift 6
    for file in "$@"; do
        "$BRIMFUL" import "$kind" "$file" --source "$(basename "$file")" --data "$data" --json >"$folder/report"
    done
    "$BRIMFUL" export "$kind" --data "$data" >"$folder/$name.jsonl"
    echo "$name"
    bench/entity_resolution.py "$folder/$name.jsonl" "$truth" "$id" "$column" $across
}

bench/registers.py "$folder" "$people" "$seed"
for kind in people companies; do
    score "$kind" "$kind" "$folder/$kind.truth.csv" id truth "" "$folder/$kind.csv"
done

if [ -f "${LABELLED:-}/fake_1000.csv" ]; then
    # The column of the truth is no fact about a person.
    cut -d, -f1-6 "$LABELLED/fake_1000.csv" >"$folder/fake_1000.csv"
    score fake_1000 people "$LABELLED/fake_1000.csv" unique_id cluster "" "$folder/fake_1000.csv"
fi
for set in 1 2 3 4; do
    files=("${LABELLED:-}/dataset$set"*.csv)
    if [ -f "${files[0]}" ]; then
        # Copied, because an import writes the rows that it rejects beside their file.
        mkdir "$folder/febrl$set"
        cp -L "${files[@]}" "$folder/febrl$set"
        files=("$folder/febrl$set/"*.csv)
        # A record's id says whose it is: rec-12-org, rec-12-dup-0.
        awk -F, 'BEGIN { print "id,truth" } FNR > 1 { split($1, id, "-"); print $1 "," id[2] }' "${files[@]}" >"$folder/truth.csv"
        across=""
        if [ "${#files[@]}" -gt 1 ]; then across=across; fi
        score "febrl$set" people "$folder/truth.csv" id truth "$across" "${files[@]}"
    fi
done
if [ -f "${LABELLED:-}/company_tickers.json" ] && [ -f "${LABELLED:-}/constituents.csv" ]; then
    bench/company_names.py "$BRIMFUL" "$LABELLED/company_tickers.json" "$LABELLED/constituents.csv"
    echo "the same with one typo in each name"
    bench/company_names.py "$BRIMFUL" "$LABELLED/company_tickers.json" "$LABELLED/constituents.csv" 1 | tail -n 1
fi

bench/hostile_imports.py "$BRIMFUL"
