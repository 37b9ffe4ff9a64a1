import type { Pool } from 'pg'
import type { Money } from '../../events/money.ts'
import { worthCents } from '../../events/wallet/daily-limit.ts'
import { hasPaid } from '../../projections/activity/transfers.ts'
import { LARGE_FIRST_PAYMENT_USD, LARGE_PAYMENT_USD } from '../contract/security.ts'
import type { AppContext } from '../http/context.ts'
import type { FreshSignIn } from '../http/fresh-sign-in.ts'

/**
 * Requires a fresh sign-in for payments from `LARGE_PAYMENT_USD`, or from `LARGE_FIRST_PAYMENT_USD` to somebody never
 * paid before. Smaller payments cost no query. `payeeOf` returns the payee's id, undefined if there is none.
 * @throws {HttpError} 403 `fresh_sign_in_required`; the same request may be sent again after it
 */
export const assertMayPay = async (
  pool: Pool,
  freshSignIn: FreshSignIn,
  { ctx, member }: { readonly ctx: AppContext; readonly member: { readonly id: string } },
  { payeeOf, amount }: { readonly payeeOf: () => Promise<string | undefined>; readonly amount: Money },
): Promise<void> => {
  const dollars = worthCents(amount) / 100n
  if (dollars < LARGE_FIRST_PAYMENT_USD || freshSignIn.isFresh(ctx)) return
  if (dollars >= LARGE_PAYMENT_USD)
    return freshSignIn.refuse(ctx, member.id, `paying $${LARGE_PAYMENT_USD.toLocaleString('en-US')} or more`)
  const payeeId = await payeeOf()
  // A stranger's name gets the answer of a member never paid: it must not tell which of them it is.
  if (payeeId === undefined || !(await hasPaid(pool, member.id, payeeId)))
    return freshSignIn.refuse(ctx, member.id, `paying somebody for the first time`)
  return undefined
}
