#!/usr/bin/env bash
# Measures both engines of the store in one run: settlements, imports, one paid call, and what paid calls notice of an import,
# an erasure and a backup beside them.
#
# Usage: bench/scale.sh [PEOPLE]
# For an otherwise idle machine. Needs Python 3.11 or newer, and PostgreSQL with pgbench for the second engine; its server
# runs in a temporary folder, listens on loopback only, and waits for the disk as one with real data does.
set -euo pipefail

people=${1:-200000}
cd "$(dirname "$0")/.."
cargo build --release -p cli -p store -p world --bin brimful --example settlements --example people_csv
exec bench/scale.py "$(realpath "${CARGO_TARGET_DIR:-target}")/release" "$people"
