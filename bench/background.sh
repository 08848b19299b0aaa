#!/usr/bin/env bash
# Measures what runs while nobody waits: bulk jobs, fairness between accounts, webhooks, memory. Prints the figures and
# fails when one is missed. For an otherwise idle machine; needs nothing but Rust and a C compiler.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo test --release -p server --test it figures -- --ignored --nocapture --test-threads 1
