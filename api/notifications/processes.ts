import type { Pool, PoolClient } from 'pg'
import { DAY_MS } from '../../events/calendar.ts'
import type { EventStore, RecordedEvent } from '../../events/store/event-store.ts'
import { endOfNextVote, membersToRemind, votesEnding } from '../../projections/governance/queries.ts'
import { inTransaction } from '../database/database.ts'
import { addNotifications } from '../notifying/notifying.ts'
import { createAttempts } from '../processes/attempts.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import { notificationsOf } from './of-events.ts'
import type { Platform } from '../platform.ts'

/** How long before the end of voting members are reminded, ms. */
const VOTE_REMINDER_MS = DAY_MS
const BATCH = 500
const LEDGER = 'ledger'

interface Progress {
  readonly position: bigint
  /** The highest position ever processed; above `position` only after that was set back. */
  readonly furthest: bigint
}

/** Reads the progress and locks its row, so that only one server continues at a time. Initially at `start`. */
const progressOf = async (client: PoolClient, start: () => Promise<bigint>): Promise<Progress> => {
  const read = async () =>
    (
      await client.query<Progress>({
        name: 'notifications-progress',
        text: 'select position, furthest from app.notification_progress where source = $1 for update',
        values: [LEDGER],
      })
    ).rows[0]
  const known = await read()
  if (known) return known
  await client.query(
    'insert into app.notification_progress (source, position) values ($1, $2) on conflict do nothing',
    [LEDGER, await start()],
  )
  return (await read()) ?? { position: 0n, furthest: 0n }
}

const batchAfter = async (store: Pick<EventStore, 'readAll'>, after: bigint): Promise<RecordedEvent[]> => {
  const batch: RecordedEvent[] = []
  for await (const recorded of store.readAll({ after, limit: BATCH, fromMemory: true })) batch.push(recorded)
  return batch
}

/**
 * Processes one batch of the log; returns whether there may be more: a batch from memory may end before the log does, where
 * another process has written. Notifications and progress are committed together.
 */
const addNotificationsOfBatch = (
  pool: Pool,
  store: Pick<EventStore, 'readAll' | 'readStream' | 'head'>,
): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { position, furthest } = await progressOf(client, () => store.head())
    const batch = await batchAfter(store, position)
    const last = batch.at(-1)
    if (!last) return false
    await addNotifications(client, await notificationsOf(batch, store), position < furthest)
    await client.query({
      name: 'notifications-progressed',
      text: `update app.notification_progress set position = $2, furthest = greatest(furthest, $2) where source = $1`,
      values: [LEDGER, last.position],
    })
    return true
  })

/** A restored log may end before the stored progress: without this, new events up to there would be skipped. */
const setBackToEnd = async (pool: Pool, store: Pick<EventStore, 'head'>): Promise<void> => {
  await pool.query('update app.notification_progress set position = $2 where source = $1 and position > $2', [
    LEDGER,
    await store.head(),
  ])
}

/** Adds notifications of ledger events, in the order of the log, without delaying the commands that append them. */
export const startNotifications = ({
  pool,
  ledger: { store },
  log,
}: Pick<Platform, 'pool' | 'ledger' | 'log'>): Recurring => {
  let isWithinLog = false
  return recurring({
    name: 'notifications',
    everyMs: 250,
    wokenBy: ['wallet', 'deposits', 'requests', 'pools', 'bills'],
    log,
    round: async () => {
      if (!isWithinLog) await setBackToEnd(pool, store)
      isWithinLog = true
      while (await addNotificationsOfBatch(pool, store));
    },
  })
}

/** Reminds members who can vote and have not, once, a day before voting ends. */
export const startVoteReminders = ({
  pool,
  clock,
  log,
}: Pick<Platform, 'pool' | 'clock' | 'log'>): Recurring => {
  const attempts = createAttempts({ name: 'vote reminders', log })
  const remind = async (proposalId: string, endsAt: string, now: Date): Promise<void> => {
    const source = `vote ${proposalId}`
    const { rows } = await pool.query('select from app.notification_progress where source = $1', [source])
    if (rows.length > 0) return
    let after: string | null = null
    do {
      const page: readonly string[] = await membersToRemind(pool, proposalId, after, BATCH)
      await addNotifications(
        pool,
        page.map((memberId) => ({
          memberId,
          subject: proposalId,
          facts: { kind: 'vote', proposalId, endsAt },
          at: now.toISOString(),
        })),
      )
      after = page.length === BATCH ? (page.at(-1) ?? null) : null
    } while (after !== null)
    await pool.query(
      'insert into app.notification_progress (source, position) values ($1, 0) on conflict do nothing',
      [source],
    )
  }
  return recurring({
    name: 'vote reminders',
    everyMs: 1_000,
    wokenBy: ['governance'],
    log,
    attempts,
    round: async () => {
      const now = clock()
      const soon = new Date(now.getTime() + VOTE_REMINDER_MS)
      const ending = await votesEnding(pool, now, soon)
      const limits = { limit: Infinity, atOnceMax: 1 }
      const { failed, againMs } = await attempts.run(ending, limits, ({ id, endsAt }) =>
        remind(id, endsAt, now),
      )
      const next = await endOfNextVote(pool, soon)
      const nextMs = next === null ? undefined : Date.parse(next) - soon.getTime()
      if (failed === 0 || againMs === undefined) return nextMs
      return Math.min(againMs, nextMs ?? againMs)
    },
  })
}
