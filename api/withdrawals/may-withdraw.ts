import { Refusal } from '../../events/refusal.ts'
import type { PayoutRail } from '../../events/wallet/events.ts'
import { HttpError } from '../http/errors.ts'
import type { SavedAccounts } from './bank-accounts.ts'
import { withdrawalsClosed } from './closed-bank.ts'
import type { PayingBank } from './paying-bank.ts'

/**
 * Whether a person's standing lets them withdraw.
 * @throws {Refusal | HttpError} it does not, with what to do
 */
export type MayWithdraw = (memberId: string) => Promise<void>

/** Why their standing keeps a member from withdrawing, in a sentence; null where it does not. */
export const whyMayNot = async (mayWithdraw: MayWithdraw, memberId: string): Promise<string | null> => {
  try {
    await mayWithdraw(memberId)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

export const noBankAccount = (): HttpError =>
  new HttpError(404, 'bank_account_not_found', 'You have no such bank account.', {
    fields: { bank_account_id: 'You have no such bank account.' },
  })

const refused = (code: string, field: string, sentence: string): HttpError =>
  new HttpError(422, code, sentence, { fields: { [field]: sentence } })

/** @param usableFrom when a new account has waited its day */
export const stillWaiting = (usableFrom: Date): HttpError =>
  refused(
    'bank_account_waiting',
    'bank_account_id',
    `This bank account is new: you can withdraw to it from ${usableFrom.toISOString().slice(0, 16).replace('T', ' ')} UTC on.`,
  )

/**
 * The rules of a withdrawal that are not the wallet's: a bank that pays, an account of one's own that had waited its day
 * when its member ordered the payment and proved to be there, and that takes the rail, and the person's standing. What the
 * wallet itself decides (balance, holds, limits) is decided with the event, in events/wallet.
 * @throws {HttpError | Refusal} one of them
 */
export const assertMayWithdraw = async (
  {
    bank,
    accounts,
    mayWithdraw,
  }: {
    readonly bank: Pick<PayingBank, 'closed'>
    readonly accounts: Pick<SavedAccounts, 'byIds'>
    readonly mayWithdraw: MayWithdraw
  },
  memberId: string,
  {
    accountId,
    rail,
    orderedAt,
  }: {
    readonly accountId: string
    readonly rail: PayoutRail
    /**
     * When the member ordered it, with a proof of being there, by the clock for money. The proof with which an account
     * begins to wait pays nothing to it, so an order that is carried out later is judged by its own time.
     */
    readonly orderedAt: Date
  },
): Promise<void> => {
  if (bank.closed !== null) throw withdrawalsClosed(bank.closed)
  const account = (await accounts.byIds(memberId, [accountId])).get(accountId)
  if (!account || account.removedAt !== null) throw noBankAccount()
  if (account.usableFrom > orderedAt) throw stillWaiting(account.usableFrom)
  if (!account.rails.includes(rail))
    throw refused('rail_not_taken', 'rail', 'This bank takes no instant payments. Choose ACH.')
  await mayWithdraw(memberId)
}
