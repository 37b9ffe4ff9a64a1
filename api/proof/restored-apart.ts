import type { Pool } from 'pg'
import { isDerivedKey, isOwnKey } from '../../events/ids.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import type { EventStore, RecordedEvent } from '../../events/store/event-store.ts'
import { memberKind } from '../../events/profile/member.ts'
import { leafHash } from '../../projections/merkle/leaf.ts'
import { furthestRead } from '../../projections/checkpoint.ts'
import { InvalidConfig } from '../config/invalid-config.ts'
import { lastEvents, type LastEvent, type SealedEvent } from './checkpoints.ts'

/** The application's tables and the log, which may have been restored from different moments. */
interface Both {
  readonly pool: Pool
  readonly store: EventStore
}

/** A command in the log: its events' member and idempotency key. */
export interface KeyInLog {
  readonly memberId: string
  readonly key: string
  /** When its first event was recorded, ISO 8601. */
  readonly at: string
}

/**
 * Whether the log holds the last event of a checkpoint where the checkpoint says.
 * @throws {StoreUnavailable} the store is away
 */
export const holds = async (
  store: Pick<EventStore, 'readAll' | 'head'>,
  { after, position, leaf }: LastEvent,
): Promise<boolean> => {
  const read = async (): Promise<boolean> => {
    for await (const event of store.readAll({ after, limit: 1 }))
      return event.position === position && sameBytes(leafHash(event), leaf)
    return false
  }
  try {
    return await read()
  } catch {
    // EventStoreDB cannot read from a position that is not one of its own, and says no more than that it failed. One that
    // answers otherwise, and fails there again, has no such position: its log came from elsewhere.
    await store.head()
    return read().catch(() => false)
  }
}

/**
 * The newest checkpoint whose last event the log holds, null when there is none; `isNewest`: no later checkpoint names
 * an event that the log lacks.
 */
export const lastInCommon = async ({
  pool,
  store,
}: Both): Promise<{ readonly common: SealedEvent | null; readonly isNewest: boolean }> => {
  let isNewest = true
  for await (const last of lastEvents(pool)) {
    if (await holds(store, last)) return { common: last, isNewest }
    isNewest = false
  }
  return { common: null, isNewest }
}

const keyOf = ({
  metadata: { actor, idempotencyKey: key },
  recordedAt: at,
}: RecordedEvent): KeyInLog | null =>
  typeof actor === 'string' && typeof key === 'string' && !isOwnKey(key) ? { memberId: actor, key, at } : null

const KEYS_AT_ONCE = 1_000

/** Keys of the events after `after`, some at a time, without those of our own. A key may come several times. */
export async function* keysInLog(store: EventStore, after: bigint): AsyncGenerator<readonly KeyInLog[]> {
  let keys: KeyInLog[] = []
  for await (const events of store.scan({ after })) {
    for (const event of events) {
      const key = keyOf(event)
      if (key) keys.push(key)
      if (keys.length < KEYS_AT_ONCE) continue
      yield keys
      keys = []
    }
  }
  if (keys.length > 0) yield keys
}

const UNKNOWN = `
  select a.member_id as member
  from (select distinct * from unnest($1::uuid[], $2::uuid[]) as w (member_id, key)) a
  where not exists (select from app.idempotency_key k where k.member_id = a.member_id and k.key = a.key)`

/** Whether a member's account is closed, whose keys are erased. */
const isErased = async (store: EventStore, memberId: string): Promise<boolean> => {
  for await (const _event of store.readStream(memberKind.streamOf(memberId), { limit: 1 })) return true
  return false
}

/** Whether the log holds commands after `after` whose keys the table lacks. */
const lacksKeys = async ({ pool, store }: Both, after: bigint): Promise<boolean> => {
  for await (const all of keysInLog(store, after)) {
    const keys = all.filter(({ key }) => !isDerivedKey(key))
    const values = [keys.map(({ memberId }) => memberId), keys.map(({ key }) => key)]
    const { rows } = await pool.query<{ member: string }>(UNKNOWN, values)
    for (const { member } of rows) if (!(await isErased(store, member))) return true
  }
  return false
}

/** How much earlier than a checkpoint an answer after it may be dated: the clocks of two databases. */
const CLOCKS_APART = '1 hour'

const NEWEST_ANSWER = `
  select max(position) as position from app.idempotency_key
  where created_at >= $1::timestamptz - interval '${CLOCKS_APART}'`

const newestAnswer = async (pool: Pool, since: Date): Promise<bigint> => {
  const { rows } = await pool.query<{ position: bigint | null }>(NEWEST_ANSWER, [since])
  return rows[0]?.position ?? 0n
}

/**
 * Compares the application's tables and the log, as far as checkpoints with their last events reach back: `app` knows of
 * what the log lacks, or the log of commands whose keys `app` lacks. Neither may be acted on: acknowledged commands would
 * be answered and be in no log, or be carried out a second time. See docs/decisions/0267-an-answer-is-believed-when-the-log-holds-it.md.
 * @throws {InvalidConfig} naming what is older, and the remedy
 */
export const assertOfOneMoment = async ({ pool, store }: Both): Promise<void> => {
  const refuse = (what: string): never => {
    throw new InvalidConfig(
      `${what}. They were restored from different moments. Restore both from one, or, if there is no better backup, run npm run ledger -- reconcile (see docs/operators.md, "Restored from different moments").`,
    )
  }
  const { common, isNewest } = await lastInCommon({ pool, store })
  if (!isNewest)
    return refuse(
      `The ledger is older than the database: it ends at position ${await store.head()} and lacks an event that was sealed`,
    )
  if (!common) return undefined
  const answered = await newestAnswer(pool, common.at)
  const read = await furthestRead(pool)
  // Last, since other processes append and answer meanwhile: what was read before is not beyond this end.
  const head = await store.head()
  if (answered > head)
    return refuse(
      `The ledger is older than the database: it ends at position ${head}, and a command was answered with position ${answered}`,
    )
  if (await lacksKeys({ pool, store }, common.position))
    return refuse(
      `The database is older than the ledger: commands after position ${common.position} are in the ledger, and the database does not know their idempotency keys`,
    )
  if (read > head)
    throw new InvalidConfig(
      `The read models show position ${read}, and the ledger ends at ${head}: run npm run rebuild, then start again.`,
    )
  return undefined
}
