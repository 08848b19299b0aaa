#!/usr/bin/env bash
# Asks the search index and PostgreSQL the same questions about the same people, in one run.
#
# Usage: bench/search_vs_postgres.sh [PEOPLE] [QUESTIONS]
# Needs initdb, pg_ctl and psql on the path. The database lives in a temporary folder, listens on a socket there
# only, and is gone at the end. Both sides answer one question at a time.
set -euo pipefail

people=${1:-1000000}
questions=${2:-200}
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
as_database() { "$@"; }
if [ "$(id -u)" = 0 ]; then
    # PostgreSQL refuses to run as root.
    chown postgres "$folder"
    as_database() { runuser -u postgres -- "$@"; }
fi
finish() {
    as_database pg_ctl -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap finish EXIT

cargo build --quiet --release -p search --example bench
bench="$(realpath "${CARGO_TARGET_DIR:-target}")/release/examples/bench"

echo "== search index, $people people"
touch "$folder/people.tsv"
"$bench" "$people" --people "$folder/people.tsv"
chmod -R a+rX "$folder"

echo "== PostgreSQL, the same people"
cd "$folder"
as_database initdb -D "$folder/data" -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
as_database pg_ctl -D "$folder/data" -l "$folder/data/log" -w -o "-k $folder -c listen_addresses='' \
    -c shared_buffers=2GB -c work_mem=256MB -c maintenance_work_mem=1GB -c effective_cache_size=8GB \
    -c random_page_cost=1.1 -c jit=off -c max_wal_size=8GB -c synchronous_commit=off" start >/dev/null
ask() { as_database psql -h "$folder" -d postgres -qAt -v ON_ERROR_STOP=1 "$@"; }
ask <<SQL
CREATE EXTENSION btree_gin;
CREATE UNLOGGED TABLE people (id text, updated bigint, seniority text, departments text[], country text, title text,
    employees int, band text);
\copy people from '$folder/people.tsv'
ALTER TABLE people ADD PRIMARY KEY (id);
CREATE INDEX ON people USING gin (seniority, departments, country);
CREATE INDEX ON people USING gin (to_tsvector('simple', title), country);
CREATE INDEX ON people (country, seniority);
CREATE INDEX ON people (employees);
CREATE INDEX ON people (updated DESC, id);
VACUUM ANALYZE people;
SQL
ask -c "SELECT 'table and indexes: ' || pg_size_pretty(pg_total_relation_size('people'))"

names=("three filters, count and first page" "title and two filters, count and first page"
    "two filters, count and three facets")
for number in 0 1 2; do
    "$bench" 0 --sql "$number" >"$folder/all.sql"
    head -n "$questions" "$folder/all.sql" >"$folder/questions.sql"
    chmod a+r "$folder/questions.sql"
    ask -o /dev/null -f "$folder/questions.sql"
    (echo '\timing on'; cat "$folder/questions.sql") >"$folder/timed.sql"
    chmod a+r "$folder/timed.sql"
    echo "${names[$number]}"
    ask -f "$folder/timed.sql" | awk '/^Time:/ {print $2}' | sort -g | awk '
        { time[NR] = $1; sum += $1 }
        END {
            printf "  long run p50 %.3fms  p99 %.3fms  worst %.3fms  %.0f/s\n",
                time[int((NR - 1) * 0.5) + 1], time[int((NR - 1) * 0.99) + 1], time[NR], NR * 1000 / sum
        }'
done
