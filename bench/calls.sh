#!/usr/bin/env bash
# Measures the CPU time of a server for one call, and calls a second, as ratios to a bare HTTP server that reads the same
# request and answers as many bytes without doing anything, in the same run.
#
# Usage: bench/calls.sh [PEOPLE]
# Needs Python 3.11 or newer. CPU times of other processes do not count, but a busy machine makes every call dearer.
set -euo pipefail

people=${1:-20000}
cd "$(dirname "$0")/.."
cargo build --release --workspace --bin brimful --example bare --example load --example people_csv
exec bench/calls.py "$(realpath "${CARGO_TARGET_DIR:-target}")/release" "$people"
