import { createBook, type AccountBalance } from '../book.ts'
import { parseLedgerEvent } from '../ledger-event.ts'
import type { Moment } from '../moment.ts'
import type { Currency } from '../money.ts'
import type { EventStore, RecordedEvent } from '../store/event-store.ts'
import { walletEvents } from './events.ts'

/** A movement of one of a member's accounts as the member sees it, in minor units: what comes in is positive. */
export interface StatementLine {
  /** `usd`, `usdc`, `yut` or `yut:staked`. */
  readonly account: string
  readonly currency: Currency
  readonly minor: bigint
  /** What the account holds after it. */
  readonly balance: bigint
}

/** Where a statement stands after one of its events: another may begin there instead of at the beginning. */
export interface StatementMark {
  readonly revision: bigint
  readonly position: bigint
  readonly eventId: string
  /** The latest time up to there, by the store's clock; ISO 8601. */
  readonly time: string
  /** Of the member's accounts that were ever used, debits positive. */
  readonly balances: readonly AccountBalance[]
}

/** One event of a wallet; most that move nothing have no lines. */
export interface StatementEntry {
  readonly recorded: RecordedEvent
  readonly lines: readonly StatementLine[]
  /** Only good until the next entry is asked for. */
  readonly mark: () => StatementMark
}

/** A mark that is not of this log: it was moved, and its positions are others. */
export class MarkOfAnotherLog extends Error {}

/**
 * A member's statement, from the one stream that holds everything about their wallet, up to a moment (null: its end),
 * and from the event after `mark` where one is given.
 * Nothing at all is a wallet that was not opened by then, or that had nothing after the mark.
 * @throws {MarkOfAnotherLog} before anything else
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
