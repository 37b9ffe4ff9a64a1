import { isMemberAccount } from '../accounts.ts'
import type { Book } from '../book.ts'
import type { LedgerEvent } from '../ledger-event.ts'
import type { Posting } from '../postings.ts'
import { takesBack } from '../wallet/taken-back.ts'

/** A member's balance is further below zero than what was taken back of their deposits: money was made. */
export class UnexplainedOverdraft extends Error {
  override name = 'UnexplainedOverdraft'
}

/**
 * A member's balance is below zero only by what was taken back of deposits: without that it would not be. Every other
 * debit needs free money, and a reservation is covered when it is made.
 */
export const overdraftChecks = (book: Pick<Book, 'balanceOf'>) => {
  /** Minor units of USD taken back so far, by account; few members have any. */
  const takenBack = new Map<string, bigint>()

  const check = (event: LedgerEvent, entry: readonly Posting[]): void => {
    for (const { account, currency, minor: debit } of entry) {
      if (debit < 0n || !isMemberAccount(account)) continue
      if (takesBack(event)) takenBack.set(account, (takenBack.get(account) ?? 0n) + debit)
      const below = book.balanceOf(account, currency)
      if (below <= 0n) continue
      const explained = takenBack.get(account) ?? 0n
      if (below <= explained) continue
      const because = explained > 0n ? `, and ${explained} were taken back of deposits` : ''
      throw new UnexplainedOverdraft(
        `${account} is ${below} minor units of ${currency} below zero${because}: no rule explains that`,
      )
    }
  }
  return { check }
}
