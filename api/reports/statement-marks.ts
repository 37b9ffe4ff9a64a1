import type { Pool } from 'pg'
import * as z from 'zod/mini'
import type { Moment } from '../../events/moment.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import {
  MarkOfAnotherLog,
  statementOf,
  type StatementEntry,
  type StatementMark,
} from '../../events/wallet/statement.ts'
import { Currency } from '../contract/fields.ts'
import { LedgerAccount } from '../contract/reports.ts'

/** Events of a wallet between two marks; more than a page of its statement has. */
export const MARK_EVENTS = 1_000n

/** Marks in `event_store.statement_mark`: disposable, and never trusted without checking the event they refer to. */
export interface StatementMarks {
  /** The `back`-th last mark before the moment (1: the latest); null when there is none. */
  readonly before: (memberId: string, moment: Moment | null, back: number) => Promise<StatementMark | null>
  readonly save: (memberId: string, mark: StatementMark) => Promise<void>
  readonly forget: (memberId: string) => Promise<void>
}

interface Row {
  readonly revision: bigint
  readonly position: bigint
  readonly event_id: string
  readonly time: Date
  readonly balances: unknown
}

const Balances = z.array(z.tuple([LedgerAccount, Currency, z.string()]))
const prefixOf = (memberId: string) => `liability:member:${memberId}:` as const

const BEFORE = `
  select revision, position, event_id, time, balances from event_store.statement_mark
  where member_id = $1 and ($2::bigint is null or position <= $2) and ($3::timestamptz is null or time <= $3)
  order by revision desc offset $4 limit 1`
const SAVE = `
  insert into event_store.statement_mark (member_id, revision, position, event_id, time, balances)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing`

export const createStatementMarks = (pool: Pool): StatementMarks => ({
  before: async (memberId, moment, back) => {
    const { rows } = await pool.query<Row>(BEFORE, [
      memberId,
      moment?.kind === 'position' ? moment.position : null,
      moment?.kind === 'time' ? moment.time : null,
      back - 1,
    ])
    const [row] = rows
    if (!row) return null
    return {
      revision: row.revision,
      position: row.position,
      eventId: row.event_id,
      time: row.time.toISOString(),
      balances: Balances.parse(row.balances).map(([account, currency, minor]) => ({
        account: `${prefixOf(memberId)}${account}` as const,
        currency,
        minor: BigInt(minor),
      })),
    }
  },
  save: async (memberId, { revision, position, eventId, time, balances }) => {
    const texts = balances.map(({ account, currency, minor }) => [
      account.slice(prefixOf(memberId).length),
      currency,
      minor.toString(),
    ])
    await pool.query(SAVE, [memberId, revision, position, eventId, time, JSON.stringify(texts)])
  },
  forget: async (memberId) => {
    await pool.query('delete from event_store.statement_mark where member_id = $1', [memberId])
  },
})

/** Result of reading a statement: its last entries, newest last, and its end. */
export interface Walked {
  /** At most `keep` of them. */
  readonly entries: readonly StatementEntry[]
  /** Mark after the last event; null when there is no event. */
  readonly end: StatementMark | null
  readonly recordedAt: string
}

/**
 * Reads the end of a member's statement up to a moment: from a mark, so at most some two thousand events however long
 * the wallet's history is, and never more than twice `keep` entries in memory. Missing marks are created on the way.
 */
export const walkStatement = async (
  { store, marks }: { readonly store: Pick<EventStore, 'readStream'>; readonly marks: StatementMarks },
  memberId: string,
  moment: Moment | null,
  keep: number,
): Promise<Walked> => {
  const walk = async (mark: StatementMark | null): Promise<Walked> => {
    let entries: StatementEntry[] = []
    let last: StatementEntry | null = null
    for await (const entry of statementOf(store, memberId, moment, mark)) {
      last = entry
      entries.push(entry)
      if (entries.length >= keep * 2) entries = entries.slice(-keep)
      if ((entry.recorded.revision + 1n) % MARK_EVENTS === 0n) await marks.save(memberId, entry.mark())
    }
    const end = last?.mark() ?? mark
    return { entries: entries.slice(-keep), end, recordedAt: last?.recorded.recordedAt ?? end?.time ?? '' }
  }
  // Not the latest mark: fewer events than a page may follow it.
  const mark = await marks.before(memberId, moment, 2)
  try {
    return await walk(mark)
  } catch (error) {
    if (!(error instanceof MarkOfAnotherLog)) throw error
    await marks.forget(memberId)
    return walk(null)
  }
}
