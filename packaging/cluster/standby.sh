#!/bin/bash
# Starts the standby; with a new folder it first copies the primary. A copy that was cut off is made anew.
set -euo pipefail
: "${PRIMARY:?the host of the primary}" "${PGDATA:?the folder}" "${POSTGRES_USER:?}"
if [ ! -f "$PGDATA/copied" ]; then
    rm -rf "${PGDATA:?}"/*
    # Its name is what the primary waits for (synchronous_standby_names).
    pg_basebackup --pgdata "$PGDATA" --write-recovery-conf --checkpoint fast --no-password \
        --dbname "host=$PRIMARY port=${PRIMARY_PORT:-5432} user=$POSTGRES_USER application_name=standby"
    touch "$PGDATA/copied"
fi
chmod 700 "$PGDATA"
exec postgres -D "$PGDATA" "$@"
