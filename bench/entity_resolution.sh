#!/usr/bin/env bash
# Scores who is one person and one company on generated registers: precision, recall and F1 over pairs of rows.
#
# Usage: bench/entity_resolution.sh [PEOPLE] [SEED]
# Other labelled sets are scored with bench/entity_resolution.py alone, as it says.
set -euo pipefail

people=${1:-4000}
seed=${2:-1}
cd "$(dirname "$0")/.."
cargo build --release -p cli
brimful=${CARGO_TARGET_DIR:-target}/release/brimful
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

bench/registers.py "$folder" "$people" "$seed"
for kind in people companies; do
    "$brimful" import "$kind" "$folder/$kind.csv" --source register --data "$folder/$kind" --json >"$folder/report"
    "$brimful" export "$kind" --data "$folder/$kind" >"$folder/$kind.jsonl"
    echo "$kind"
    bench/entity_resolution.py "$folder/$kind.jsonl" "$folder/$kind.truth.csv" id truth
done
