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

/**
 * The rules of a withdrawal that are not the wallet's: a bank that pays, an account of one's own that has waited its day
 * and takes the rail, and the person's standing. What the wallet itself decides (balance, holds, limits) is decided with
 * the event, in events/wallet.
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
  { accountId, rail, now }: { readonly accountId: string; readonly rail: PayoutRail; readonly now: Date },
): Promise<void> => {
  if (bank.closed !== null) throw withdrawalsClosed(bank.closed)
  const account = (await accounts.byIds(memberId, [accountId])).get(accountId)
  if (!account || account.removedAt !== null) throw noBankAccount()
  if (account.usableFrom > now)
    throw refused(
      'bank_account_waiting',
      'bank_account_id',
      `This bank account is new: you can withdraw to it from ${account.usableFrom.toISOString().slice(0, 16).replace('T', ' ')} UTC on.`,
    )
  if (!account.rails.includes(rail))
    throw refused('rail_not_taken', 'rail', 'This bank takes no instant payments. Choose ACH.')
  await mayWithdraw(memberId)
}
