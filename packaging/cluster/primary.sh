#!/bin/bash
# Run once by the image of PostgreSQL when the primary's folder is new: lets the standby copy it and follow.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 <<'SQL'
ALTER SYSTEM SET wal_level = 'replica';
-- From the next start on, which is the first that takes connections: before that no standby can be there to wait for.
ALTER SYSTEM SET synchronous_standby_names = 'standby';
ALTER SYSTEM SET synchronous_commit = 'on';
-- A node is refused sooner than the database runs out: 22 connections for each of three nodes, and some for people.
ALTER SYSTEM SET max_connections = 120;
SQL
echo "host replication $POSTGRES_USER samenet scram-sha-256" >>"$PGDATA/pg_hba.conf"
