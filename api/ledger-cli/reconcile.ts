import type { Pool } from 'pg'
import type { EventStore } from '../../events/store/event-store.ts'
import { rebuildProjections } from '../../projections/rebuild.ts'
import { createPool, rowsChanged } from '../database/database.ts'
import { FOUND_IN_LOG } from '../http/idempotency-store.ts'
import { keysInLog, lastInCommon } from '../proof/restored-apart.ts'
import type { Command } from './command.ts'
import { jsonLine } from './printable.ts'

const RECONCILE_STATEMENT_MS = 600_000

const KEEP_KEYS = `
  insert into app.idempotency_key (member_id, key, route, body_hash, created_at)
  select distinct on (member_id, key) member_id, key, '${FOUND_IN_LOG}', '', at
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as w (member_id, key, at)
  order by member_id, key, at
  on conflict do nothing`

/** Answers after the last event in common: each is taken from the log again when its command is repeated. */
const TAKE_BACK = `
  update app.idempotency_key set status = null, response = null, position = null where position > $1`

/** Where keys were begun, beyond the last event in common: their events are looked for in the whole stream again. */
const FORGET_BEGINNINGS = 'update app.idempotency_key set begun_after = null where begun_after > $1'

/** What speaks of events that the log lacks, or of positions that are not its own. */
const FORGET = [
  'delete from event_store.snapshot',
  'delete from event_store.statement_mark',
  `delete from app.notification_progress where source = 'ledger'`,
  'delete from app.bank_books',
  'update app.bank_transaction set matches = null',
]

/** Webhooks that were applied to what the log lacks are applied again; those that it has change nothing. */
const APPLY_AGAIN = `
  update app.webhook_event set handled_at = null, attempts = 0, next_at = now()
  where handled_at >= coalesce($1::timestamptz - interval '1 hour', '-infinity')`

const ACCEPT = `
  update app.log_checkpoint set after_position = null, position = null, leaf = null where position > $1`

const ANSWERS_ABOVE = 'select count(*)::int as count from app.idempotency_key where position > $1'

/** Adds the keys of commands after `after` that the table lacks; returns how many. */
const keepKeys = async (pool: Pool, store: EventStore, after: bigint): Promise<number> => {
  let added = 0
  for await (const keys of keysInLog(store, after))
    added += await rowsChanged(pool, KEEP_KEYS, [
      keys.map(({ memberId }) => memberId),
      keys.map(({ key }) => key),
      keys.map(({ at }) => at),
    ])
  return added
}

export const reconcile: Command = {
  name: 'reconcile',
  usage: 'reconcile',
  summary:
    'make the database fit the ledger, after they were restored from different moments (this one writes)',
  help: `For a server that does not start because its database and its ledger are not of one moment, and for a ledger that was
moved. Stop all servers first. The ledger is only read; what it holds is what has happened.

Where the database is older, the idempotency keys of the commands that it does not know are written down from the
ledger: repeated, they find what they did. Where the ledger is older, answers that it does not bear out are taken back:
repeated, such a command is carried out again. Webhooks since then are applied again, and the read models built anew.
The newest checkpoint of the database whose last event the ledger holds tells how far both agree.

It forgets no checkpoint: if the ledger lacks what was sealed, nothing is signed until end-log has ended it.`,
  options: {},
  takes: 0,
  run: async ({ store, ownerUrl, json, out }) => {
    const pool = createPool(ownerUrl, {
      max: 2,
      name: 'reconcile',
      statementTimeoutMs: RECONCILE_STATEMENT_MS,
    })
    try {
      const head = await store.head()
      const { common, isNewest } = await lastInCommon({ pool, store })
      const after = common?.position ?? 0n
      const { rows } = await pool.query<{ count: number }>(ANSWERS_ABOVE, [head])
      const isOlder = !isNewest || (rows[0]?.count ?? 0) > 0
      const keys = await keepKeys(pool, store, after)
      const answers = isOlder ? await rowsChanged(pool, TAKE_BACK, [after]) : 0
      await pool.query(FORGET_BEGINNINGS, [after])
      let webhooks = 0
      if (isOlder) {
        webhooks = await rowsChanged(pool, APPLY_AGAIN, [common?.at ?? null])
        for (const statement of FORGET) await pool.query(statement)
        await rebuildProjections({
          store,
          url: ownerUrl,
          log: { info: () => {}, warn: () => {}, error: () => {} },
        })
        // Last, so that a reconciliation that was broken off is repeated.
        await pool.query(ACCEPT, [after])
      }
      const said = { in_common: after.toString(), head: head.toString(), keys, answers, webhooks }
      await out(
        json
          ? jsonLine({ ok: true, ...said, rebuilt: isOlder })
          : `The database and the ledger agree up to position ${after}; the ledger ends at ${head}.
${keys} idempotency keys were written down from the ledger, ${answers} answers taken back, ${webhooks} webhooks are applied again.
${isOlder ? 'The read models were built anew.' : 'The read models were left as they are.'}\n`,
      )
    } finally {
      await pool.end()
    }
  },
}
