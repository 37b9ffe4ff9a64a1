#!/bin/sh
# ./rotate-passwords.sh: new passwords for both databases: made, set there, written into .env (the old file stays as
# .env.before), and everything that uses them restarted, which takes some seconds. Broken off, run it again.
set -eu
umask 077
secret() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
value() { sed -n "s/^$2=//p" "$1" | tail -1; }

[ -f .env.next ] || {
  sed '/^POSTGRES_PASSWORD=/d; /^POSTGRES_APP_PASSWORD=/d; /^EVENTSTORE_PASSWORD=/d; /^EVENTSTORE_APP_PASSWORD=/d' .env > .env.draft
  for name in POSTGRES_PASSWORD POSTGRES_APP_PASSWORD EVENTSTORE_PASSWORD EVENTSTORE_APP_PASSWORD; do echo "$name=$(secret)" >> .env.draft; done
  mv .env.draft .env.next
}

# The owner of the tables; the app's user gets its password from migrate.
for password in $(value .env POSTGRES_PASSWORD) $(value .env.next POSTGRES_PASSWORD); do
  docker compose exec -T -e PGPASSWORD="$password" postgres psql -q -v ON_ERROR_STOP=1 -h /var/run/postgresql \
    -U youtility -d youtility -c "alter user youtility password '$(value .env.next POSTGRES_PASSWORD)'" && break
done

# EventStoreDB's own users, where the ledger is there; the app's user gets its password from migrate.
if docker compose ps --services --status running | grep -qx eventstore; then
  for user in ops admin; do
    for password in $(value .env EVENTSTORE_PASSWORD) $(value .env.next EVENTSTORE_PASSWORD); do
      printf 'user = "admin:%s"\ndata = "{\\"newPassword\\":\\"%s\\"}"\n' "$password" "$(value .env.next EVENTSTORE_PASSWORD)" |
        docker compose exec -T eventstore curl -fsS -K - --cacert /certificates/authority/ca.crt \
          -H 'content-type: application/json' "https://localhost:2113/users/$user/command/reset-password" && break
    done
  done
fi

cp .env .env.before
mv .env.next .env
docker compose up -d --wait
echo "The passwords were rotated. Keep .env.before as long as any copy of EventStoreDB's volume of before."
