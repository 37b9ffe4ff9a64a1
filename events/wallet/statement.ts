import { createBook, type AccountBalance } from '../book.ts'
import { parseLedgerEvent } from '../ledger-event.ts'
import type { Moment } from '../moment.ts'
import type { Currency } from '../money.ts'
import type { EventStore, RecordedEvent } from '../store/event-store.ts'
import { walletEvents } from './events.ts'

/** A movement of one of a member's accounts as the member sees it, in minor units: incoming is positive. */
export interface StatementLine {
  /** `usd`, `usdc`, `yut` or `yut:staked`. */
  readonly account: string
  readonly currency: Currency
  readonly minor: bigint
  /** The account's balance after it. */
  readonly balance: bigint
}

/** The state of a statement after one of its events: a later statement may start there instead of at the beginning. */
export interface StatementMark {
  readonly revision: bigint
  readonly position: bigint
  readonly eventId: string
  /** The latest time up to this event, by the store's clock; ISO 8601. */
  readonly time: string
  /** Balances of the member's accounts that were ever used, debits positive. */
  readonly balances: readonly AccountBalance[]
}

/** One event of a wallet; those that move nothing have no lines. */
export interface StatementEntry {
  readonly recorded: RecordedEvent
  readonly lines: readonly StatementLine[]
  /** Valid only until the next entry is requested. */
  readonly mark: () => StatementMark
}

/** The mark does not belong to this log: the ledger was moved to another store, which has other positions. */
export class MarkOfAnotherLog extends Error {}

/**
 * A member's statement, read from the stream of their wallet up to a moment (null: its end), starting after `mark` if
 * one is given. Empty when the wallet was not opened by then, or has no event after the mark.
 * @throws {MarkOfAnotherLog} before the first entry
 */
export async function* statementOf(
  store: Pick<EventStore, 'readStream'>,
  memberId: string,
  moment: Moment | null,
  mark: StatementMark | null = null,
): AsyncGenerator<StatementEntry> {
  const prefix = `liability:member:${memberId}:`
  const book = createBook(mark?.balances)
  let time = mark?.time ?? ''
  const options = mark === null ? {} : { from: mark.revision }
  for await (const recorded of store.readStream(walletEvents.streamOf(memberId), options)) {
    if (recorded.revision === mark?.revision) {
      if (recorded.id !== mark.eventId || recorded.position !== mark.position) throw new MarkOfAnotherLog()
      continue
    }
    if (recorded.recordedAt > time) time = recorded.recordedAt
    if (moment?.kind === 'position' && recorded.position > moment.position) return
    if (moment?.kind === 'time' && time > moment.time) return
    const entry = book.post(parseLedgerEvent(recorded)).filter(({ account }) => account.startsWith(prefix))
    const lines = entry.map(({ account, currency, minor }) => ({
      account: account.slice(prefix.length),
      currency,
      minor: -minor,
      balance: -book.balanceOf(account, currency),
    }))
    yield {
      recorded,
      lines,
      mark: () => ({
        revision: recorded.revision,
        position: recorded.position,
        eventId: recorded.id,
        time,
        balances: book.balances().filter(({ account }) => account.startsWith(prefix)),
      }),
    }
  }
}
