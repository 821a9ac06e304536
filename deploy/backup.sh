#!/usr/bin/env bash
# Backs up the database and the files of a running product on PostgreSQL, and restores them: docs/operations.md, "Backup and restore".
#   backup.sh                   creates a directory below ./backup and prints its path
#   backup.sh restore DIRECTORY replaces the database and the files; all processes of the product have to be stopped
# Uses the product's settings: DATABASE_URL, and S3_URL or DATA_DIR; secrets also as NAME_FILE.
set -euo pipefail
umask 077

fail() {
  echo "backup: $*" >&2
  exit 1
}

setting() {
  local file=${1}_FILE
  if [ -n "${!file:-}" ]; then cat "${!file}"; else printf %s "${!1:-}"; fi
}

# Decodes %XX.
decode() {
  local text=${1//\\/\\\\}
  printf %b "${text//%/\\x}"
}

# Passwords are passed in the environment, because every user of the machine can read arguments.
DATABASE_URL=$(setting DATABASE_URL)
[ -n "$DATABASE_URL" ] || fail "DATABASE_URL is not set"
if [[ $DATABASE_URL =~ ^([a-z]+://[^:@/]*):([^/]*)@(.*)$ ]]; then
  DATABASE_URL=${BASH_REMATCH[1]}@${BASH_REMATCH[3]}
  PGPASSWORD=$(decode "${BASH_REMATCH[2]}")
  export PGPASSWORD
fi
[[ $DATABASE_URL != *[?\&]password=* ]] || fail "DATABASE_URL: give the password as postgres://user:password@host/database"

s3=$(setting S3_URL)
if [ -n "$s3" ]; then
  [[ $s3 =~ ^(https?)://([^:/]+):([^/]+)@([^/]+)/([^/?]+)/?(\?(.*\&)?region=([^&]*).*)?$ ]] || fail "S3_URL does not name key, secret and bucket"
  export RCLONE_CONFIG=/dev/null RCLONE_CONFIG_STORE_TYPE=s3 RCLONE_CONFIG_STORE_PROVIDER=Other RCLONE_CONFIG_STORE_NO_CHECK_BUCKET=true
  export RCLONE_CONFIG_STORE_ENDPOINT=${BASH_REMATCH[1]}://${BASH_REMATCH[4]} RCLONE_CONFIG_STORE_REGION=${BASH_REMATCH[8]:-us-east-1}
  bucket=${BASH_REMATCH[5]} key=${BASH_REMATCH[2]} secret=${BASH_REMATCH[3]}
  RCLONE_CONFIG_STORE_ACCESS_KEY_ID=$(decode "$key") RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY=$(decode "$secret")
  export RCLONE_CONFIG_STORE_ACCESS_KEY_ID RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY
else
  files=${DATA_DIR:?is needed without S3_URL}/files
fi

sql() { psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --output=/dev/null --dbname="$DATABASE_URL" "$@"; }

# Runs while the lock is held.
copy() {
  pg_dump --format=custom --no-owner --file="$1/unfinished" --dbname="$DATABASE_URL"
  if [ -n "$s3" ]; then
    rclone copy "store:$bucket" "$1/files"
  else
    find "$files" -mindepth 1 -maxdepth 1 ! -name tmp -exec cp -a -t "$1/files" {} +
  fi
  mv "$1/unfinished" "$1/copied"
}

backup() {
  mkdir -p backup
  to=$(mktemp -d "backup/$(date -u +%F-%H%M%S)-XXXXXX")
  mkdir "$to/files"
  export to script=${BASH_SOURCE[0]}
  # While this lock is held, no process of the product deletes files, so all files in the dump can be copied. The lock is released when the
  # connection ends; if that happens too early, the last statement fails.
  sql <<'END'
select pg_advisory_lock(hashtext('folda files'));
\! bash "$script" copy "$to"
select pg_advisory_unlock(hashtext('folda files'));
END
  mv "$to/copied" "$to/database.dump" || fail "$to is not complete"
  echo "$to"
}

restore() {
  pg_restore --list "$1/database.dump" >/dev/null
  [ -d "$1/files" ] || fail "$1 holds no files"
  sql --command="set client_min_messages to warning" --command="drop schema if exists public, drizzle, pgboss cascade" --command="create schema public"
  pg_restore --no-owner --exit-on-error --dbname="$DATABASE_URL" "$1/database.dump"
  if [ -n "$s3" ]; then
    rclone sync "$1/files" "store:$bucket"
  else
    mkdir -p "$files"
    find "$files/" -mindepth 1 -delete
    cp -a "$1/files/." "$files/"
  fi
}

case ${1:-backup} in
  backup) backup ;;
  copy) copy "$2" ;;
  restore) restore "${2:?names no backup}" ;;
  *) fail "unknown command $1" ;;
esac
