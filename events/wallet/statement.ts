import { createBook } from '../book.ts'
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

/** One event of a wallet; most that move nothing have no lines. */
export interface StatementEntry {
  readonly recorded: RecordedEvent
  readonly lines: readonly StatementLine[]
}

/**
 * A member's statement, from the one stream that holds everything about their wallet, up to a moment (null: its end).
 * Nothing at all is a wallet that was not opened by then.
 */
export async function* statementOf(
  store: Pick<EventStore, 'readStream'>,
  memberId: string,
  moment: Moment | null,
): AsyncGenerator<StatementEntry> {
  const prefix = `liability:member:${memberId}:`
  const book = createBook()
  let time = ''
  for await (const recorded of store.readStream(walletEvents.streamOf(memberId))) {
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
    yield { recorded, lines }
  }
}
