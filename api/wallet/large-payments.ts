import type { Money } from '../../events/money.ts'
import { hasPaid } from '../../projections/transfers/queries.ts'
import { LARGE_FIRST_PAYMENT_USD, LARGE_PAYMENT_USD } from '../contract/security.ts'
import type { AppContext } from '../http/context.ts'
import type { FreshSignIn } from '../http/fresh-sign-in.ts'
import type { WalletArea } from './context.ts'

/** Whole dollars that an amount is worth, rounded down; a YUT counts ten cents, as in the wallet's total. */
const dollarsOf = ({ currency, minor }: Money): bigint => {
  switch (currency) {
    case 'USD':
      return minor / 100n
    case 'USDC':
      return minor / 1_000_000n
    case 'YUT':
      return minor / 10_000_000n
    default:
      return currency satisfies never
  }
}

/**
 * Asks for a fresh sign-in before a large payment, or one to somebody who was never paid before. Payments below
 * cost no look-up.
 * @throws {HttpError} 403 `fresh_sign_in_required`; the same request may come again after it
 */
export const assertMayPay = async (
  { pool, members }: Pick<WalletArea, 'pool' | 'members'>,
  freshSignIn: FreshSignIn,
  { ctx, member }: { readonly ctx: AppContext; readonly member: { readonly id: string } },
  { identifier, amount }: { readonly identifier: string; readonly amount: Money },
): Promise<void> => {
  const dollars = dollarsOf(amount)
  if (dollars < LARGE_FIRST_PAYMENT_USD || freshSignIn.isFresh(ctx)) return
  if (dollars >= LARGE_PAYMENT_USD)
    return freshSignIn.refuse(ctx, member.id, `paying $${LARGE_PAYMENT_USD.toLocaleString('en-US')} or more`)
  const payee = await members.find(identifier)
  if (payee && !(await hasPaid(pool, member.id, payee.id)))
    return freshSignIn.refuse(ctx, member.id, `paying somebody for the first time`)
  return undefined
}
