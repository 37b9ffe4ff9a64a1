import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import * as z from 'zod'
import type { PaymentChange } from '../../events/deposits/payment-change.ts'
import { derivedId, type Clock } from '../../events/ids.ts'
import { usd } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import { bySystem } from '../http/attempt.ts'
import type { Backlog } from '../processes/backlog.ts'
import { untilNextDue } from '../processes/next-due.ts'
import { rowsChanged } from '../database/database.ts'
import type { Deposits } from './deposits.ts'
import type { ProcessorEvent } from './processor.ts'
import { recordCard } from './reversible.ts'
import type { Settlement } from './settlement.ts'

/** Verified webhooks: each is stored before it is acknowledged, and applied once. */
export interface Inbox {
  /**
   * Stores an event and applies it. Resolves once it is stored: if it cannot be applied now, `sweep` does it later. A
   * known event is not applied again.
   */
  accept(provider: string, event: ProcessorEvent): Promise<'accepted' | 'duplicate' | 'ignored'>
  /** Applies stored events that are still open. */
  sweep(): Promise<void>
  /** Time until `sweep` has something to do, ms; undefined when nothing is open. */
  untilNextMs(): Promise<number | undefined>
  /** The events that are still open; late when applying one keeps failing, or nobody tries it. */
  readonly backlog: Backlog
  /** Deletes events applied before `before`, which must be older than any event a processor sends again. */
  purge(before: Date): Promise<number>
}

/** Hashes of a processor's name for a card, by each of our keys, newest first. */
export type CardHashes = (card: string) => [string, ...string[]]

/** The stored form of a change. */
const StoredChange = z.discriminatedUnion('to', [
  z.object({ to: z.enum(['action_required', 'processing']), reference: z.string() }),
  z.object({
    to: z.literal('succeeded'),
    reference: z.string(),
    charged_cents: z.string(),
    /** Hashes of the card, in place of its processor's name for it. */
    card: z.optional(z.tuple([z.string()], z.string())),
  }),
  z.object({ to: z.literal('failed'), reference: z.nullable(z.string()), code: z.string() }),
  z.object({ to: z.literal('returned'), reference: z.string(), code: z.string() }),
  z.object({
    to: z.literal('claimed'),
    reference: z.string(),
    claim: z.string(),
    taken_cents: z.string(),
    disputed: z.boolean(),
    code: z.string(),
    final: z.optional(z.boolean()),
  }),
  z.object({
    to: z.literal('released'),
    reference: z.string(),
    claim: z.string(),
    failed_cents: z.optional(z.string()),
  }),
])

const toStored = (change: PaymentChange, hashesOf: CardHashes): z.infer<typeof StoredChange> => {
  if (change.to === 'claimed') {
    const { taken, ...rest } = change
    return { ...rest, taken_cents: taken.minor.toString() }
  }
  if (change.to === 'released') {
    const { failed, ...rest } = change
    return { ...rest, ...(failed && { failed_cents: failed.minor.toString() }) }
  }
  if (change.to !== 'succeeded') return change
  const { to, reference, charged, card } = change
  const stored = { to, reference, charged_cents: charged.minor.toString() }
  return card === undefined ? stored : { ...stored, card: hashesOf(card) }
}
const fromStored = (kept: z.infer<typeof StoredChange>): PaymentChange => {
  if (kept.to === 'claimed') {
    const { taken_cents: cents, final, ...rest } = kept
    return { ...rest, taken: usd(BigInt(cents)), ...(final && { final }) }
  }
  if (kept.to === 'released') {
    const { failed_cents: cents, ...rest } = kept
    return { ...rest, ...(cents !== undefined && { failed: usd(BigInt(cents)) }) }
  }
  if (kept.to !== 'succeeded') return kept
  const { to, reference, charged_cents: cents } = kept
  return { to, reference, charged: usd(BigInt(cents)) }
}

interface Open {
  readonly provider: string
  readonly id: string
  readonly depositId: string
  /** The stored change. */
  readonly kept: unknown
}

/** How long the process that received an event works on it alone, in seconds. */
const GRACE_SECONDS = 2
const AT_ONCE_MAX = 50
const BACKOFF_SECONDS_MAX = 3_600

const INSERT_EVENT = `
  insert into app.webhook_event (provider, id, type, deposit_id, change, received_at, handled_at, next_at)
  values ($1, $2, $3, $4, $5, $6, $7, $6::timestamptz + interval '${GRACE_SECONDS} seconds')
  on conflict do nothing`

const CLAIM = `
  update app.webhook_event set
    attempts = attempts + 1,
    next_at = $1::timestamptz + interval '1 second' * least(power(2, attempts + 1), ${BACKOFF_SECONDS_MAX})
  where (provider, id) in (
    select provider, id from app.webhook_event where handled_at is null and next_at <= $1
    order by next_at limit ${AT_ONCE_MAX} for update skip locked
  )
  returning provider, id, deposit_id, change`

const NEXT = {
  name: 'webhook-next',
  text: 'select min(next_at) as at from app.webhook_event where handled_at is null',
}

const WAITING = {
  name: 'webhook-waiting',
  text: `select count(*)::int as waiting, coalesce(bool_or(failing_since < $1 or next_at < $1), false) as late
    from app.webhook_event where handled_at is null`,
}

const WAITS = {
  name: 'webhook-waits',
  text: `update app.webhook_event set failing_since = null
    where provider = $1 and id = $2 and failing_since is not null`,
}

const FAILED = {
  name: 'webhook-failed',
  text: `update app.webhook_event set failing_since = coalesce(failing_since, $3) where provider = $1 and id = $2`,
}

export const createInbox = ({
  pool,
  deposits,
  settlement,
  cardHashes,
  clock,
  log,
}: {
  pool: Pool
  deposits: Deposits
  settlement: Settlement
  cardHashes: CardHashes
  clock: Clock
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
}): Inbox => {
  const settleNow = async (depositId: string): Promise<void> => {
    try {
      await settlement.settle(depositId)
    } catch (error) {
      log.warn({ err: error, depositId }, 'A deposit is not settled yet; the settlement process will do it')
    }
  }

  const carryOut = async ({ provider, id, depositId, kept }: Open): Promise<void> => {
    const stored = StoredChange.parse(kept)
    const change = fromStored(stored)
    // The success is recorded once the card has room: the webhook stays open and is tried again until then.
    if (stored.to === 'succeeded' && stored.card) {
      const state = await recordCard(pool, { depositId, hashes: stored.card, now: clock() })
      if (state === 'held')
        log.warn({ depositId }, 'A card payment is held: more was paid with its card than may be taken back')
      if (state !== 'free') {
        await pool.query({ ...WAITS, values: [provider, id] })
        return
      }
    }
    try {
      await deposits.execute(
        depositId,
        { type: 'advanceDeposit', provider, change },
        bySystem(clock, depositId, derivedId('webhook', provider, id)),
      )
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'deposit_not_found')) throw error
      // A deposit is in the ledger before its processor is called, so this one belongs to another installation.
      log.warn({ provider, eventId: id }, 'A webhook speaks of a deposit that is not in this ledger')
    }
    // The settlement process does not look for claims, so the webhook stays open until the wallet has them.
    if (change.to === 'claimed' || change.to === 'released') await settlement.settle(depositId)
    await pool.query(`update app.webhook_event set handled_at = $3 where provider = $1 and id = $2`, [
      provider,
      id,
      clock(),
    ])
    if (change.to === 'succeeded' || change.to === 'returned') await settleNow(depositId)
  }

  const tryToCarryOut = async (open: Open): Promise<void> => {
    try {
      await carryOut(open)
    } catch (error) {
      const { provider, id: eventId, depositId } = open
      log.error({ err: error, provider, eventId, depositId }, 'A webhook is kept and will be tried again')
      // Without a database nothing can be noted, which readiness tells by itself.
      await pool.query({ ...FAILED, values: [provider, eventId, clock()] }).catch(() => undefined)
    }
  }

  return {
    accept: async (provider, { id, type, deposit }) => {
      const now = clock()
      const kept = deposit && toStored(deposit.change, cardHashes)
      const { rowCount } = await pool.query({
        name: 'webhook-keep',
        text: INSERT_EVENT,
        values: [
          provider,
          id,
          type,
          deposit?.depositId ?? null,
          kept && JSON.stringify(kept),
          now,
          deposit ? null : now,
        ],
      })
      if (rowCount === 0) return 'duplicate'
      if (!deposit) return 'ignored'
      await tryToCarryOut({ provider, id, depositId: deposit.depositId, kept })
      return 'accepted'
    },
    backlog: {
      name: 'webhooks',
      look: async (lateMs) => {
        const { rows } = await pool.query<{ waiting: number; late: boolean }>({
          ...WAITING,
          values: [new Date(clock().getTime() - lateMs)],
        })
        return rows[0] ?? { waiting: 0, late: false }
      },
    },
    untilNextMs: () => untilNextDue(pool, clock, NEXT),
    sweep: async () => {
      const { rows } = await pool.query<{
        provider: string
        id: string
        deposit_id: string
        change: unknown
      }>(CLAIM, [clock()])
      for (const { provider, id, deposit_id: depositId, change: kept } of rows)
        await tryToCarryOut({ provider, id, depositId, kept })
    },
    purge: (before) => rowsChanged(pool, 'delete from app.webhook_event where handled_at < $1', [before]),
  }
}
