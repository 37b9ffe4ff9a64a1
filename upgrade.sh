#!/bin/sh
# ./upgrade.sh: replaces the running release by the one in this folder, one process after the other, without a stop.
# Build first, migrate beside the running release, then a new process before each old one goes. If the build or the
# migration fails, the old release goes on. See docs/operations/upgrade.md.
set -eu
dc() { docker compose "$@"; }
say() { echo "upgrade: $*" >&2; }

# 200 when requests may be sent to the container.
is_ready() {
  docker exec "$1" node -e "fetch('http://127.0.0.1:8080/api/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))" 2>/dev/null
}

wait_ready() {
  tries=0
  until is_ready "$1"; do
    tries=$((tries + 1))
    if [ "$tries" -ge "${UPGRADE_SECONDS:-900}" ]; then
      say "$1 does not become ready; the old processes still serve. docker logs $1"
      exit 1
    fi
    sleep 1
  done
}

# One more process of a service, of the new image; prints its id.
add() {
  before=$(dc ps -q "$1" | sort)
  count=$(echo "$before" | grep -c . || true)
  dc up -d --no-deps --no-recreate --scale "$1=$((count + 1))" "$1" >&2
  dc ps -q "$1" | sort | grep -vxF "$before"
}

# Of the app's user in EventStoreDB, which an installation of an older release lacks. migrate makes the user.
grep -q '^EVENTSTORE_APP_PASSWORD=' .env ||
  echo "EVENTSTORE_APP_PASSWORD=$(head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n')" >> .env

dc build
dc run --rm -T migrate
old_workers=$(dc ps -q worker)
old_apis=$(dc ps -q api)

new=$(add worker)
wait_ready "$new"
say "a worker of the new release is ready"
for old in $old_apis; do
  new=$(add api)
  wait_ready "$new"
  docker stop -t 30 "$old" >/dev/null
  docker rm "$old" >/dev/null
  say "an api was replaced"
done
# Not before: the old read models are kept by nothing else.
for old in $old_workers; do
  docker stop -t 30 "$old" >/dev/null
  docker rm "$old" >/dev/null
done
say "done. When you are sure: docker compose run --rm operator migrate -- --finish"
