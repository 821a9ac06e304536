#!/bin/sh
# Generates the secrets that compose.yaml mounts, in deploy/secrets. Existing files are not changed, so it can run again. To keep the
# passwords of an older installation, set POSTGRES_PASSWORD, S3_PASSWORD and SESSION_SECRET.
set -eu
cd "$(dirname "$0")"
# The containers run as different users, so the files have to be readable; the directory keeps out other users of this machine.
umask 022
mkdir -p secrets
chmod 700 secrets

# keep NAME VALUE: writes the file unless it exists.
keep() { [ -s "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"; }
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

keep session_secret "${SESSION_SECRET:-$(random)}"
keep postgres_password "${POSTGRES_PASSWORD:-$(random)}"
keep s3_password "${S3_PASSWORD:-$(random)}"
keep demo_password "$(random | cut -c -16)"
keep database_url "postgres://folda:$(cat secrets/postgres_password)@database:5432/folda"
# Not the store's root user: deploy/bucket.sh creates this user, with rights on the bucket only.
keep s3_url "http://folda-app:$(random)@files:9000/folda"
