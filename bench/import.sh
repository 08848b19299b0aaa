#!/usr/bin/env bash
# Imports a csv of people from the synthetic world into a new store, with its index, and prints rows a second and peak
# memory; then the same file again, and the index alone.
#
# Usage: bench/import.sh [PEOPLE] [REPEATED]
# REPEATED is the share of people, in percent, of whom an older export has a second row. For an otherwise idle machine;
# needs GNU time.
set -euo pipefail

people=${1:-1000000}
repeated=${2:-0}
cd "$(dirname "$0")/.."
cargo build --release -p cli
cargo build --release -p world --example people_csv
target=${CARGO_TARGET_DIR:-target}/release
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$target/examples/people_csv" "$people" "$repeated" >"$folder/people.csv"
rows=$(($(wc -l <"$folder/people.csv") - 1))
measured() {
    local what=$1
    shift
    /usr/bin/time -f "%e %M" -o "$folder/time" "$@" >"$folder/out"
    read -r seconds kilobytes <"$folder/time"
    echo "$what: $seconds s, $(awk "BEGIN { printf \"%.0f\", $rows / $seconds }") rows/s, peak $((kilobytes / 1024)) MB"
}
echo "$rows rows, $(du -h "$folder/people.csv" | cut -f1)"
measured "import with index" "$target/brimful" import people "$folder/people.csv" --source bench --data "$folder/data" --json
measured "the same file again" "$target/brimful" import people "$folder/people.csv" --source bench --data "$folder/data" --json
measured "index alone" "$target/brimful" index rebuild --data "$folder/data"
