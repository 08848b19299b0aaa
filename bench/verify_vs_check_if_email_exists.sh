#!/usr/bin/env bash
# Verifies the same addresses with brimful and with check-if-email-exists against the same mail server, in one run.
#
# Usage: bench/verify_vs_check_if_email_exists.sh [ADDRESSES]
# Needs Linux with unshare and ip. Everything runs in a network of its own that has nothing but loopback, because the
# peer asks whatever DNS the system names: nothing can leave the machine. Its program stands outside the workspace and
# is built in target/verify-bench.
set -euo pipefail

addresses=${1:-3200}
cd "$(dirname "$0")/.."
target="$(realpath "${CARGO_TARGET_DIR:-target}")/verify-bench"
cargo build --quiet --release --manifest-path bench/verify/Cargo.toml --target-dir "$target"

export addresses bench="$target/release/verify-bench"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "nameserver 127.0.0.1" >"$folder/resolv.conf"
export folder

unshare --map-root-user --net --mount bash -euo pipefail <<'INSIDE'
ip link set lo up
mount --bind "$folder/resolv.conf" /etc/resolv.conf
"$bench" serve >"$folder/ready" &
server=$!
trap 'kill $server' EXIT
for _ in $(seq 100); do grep -q ready "$folder/ready" && break || sleep 0.05; done

echo "$addresses addresses, half of them with a mailbox, eight at each domain"
printf '%-8s  %10s %8s %9s   %10s %8s %9s   %6s\n' \
    "at once" "brimful/s" "right" "memory" "peer/s" "right" "memory" "ratio"
for at_once in 1 16 64; do
    read -r our_rate our_right our_memory <<<"$("$bench" ours "$addresses" "$at_once")"
    read -r peer_rate peer_right peer_memory <<<"$("$bench" peer "$addresses" "$at_once")"
    ratio=$(awk "BEGIN { printf \"%.1f\", $our_rate / $peer_rate }")
    printf '%-8s  %10s %8s %6s MB   %10s %8s %6s MB   %6s\n' "$at_once" \
        "$our_rate" "$our_right" $((our_memory / 1024)) "$peer_rate" "$peer_right" $((peer_memory / 1024)) "$ratio"
done
INSIDE
