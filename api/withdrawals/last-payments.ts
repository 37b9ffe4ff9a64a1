import { derivedId } from '../../events/ids.ts'
import type { Holdings } from '../../events/wallet/wallet.ts'
import type { WithdrawalArea } from './context.ts'
import { assertMayWithdraw } from './may-withdraw.ts'
import { withFormer } from './former-withdrawals.ts'
import { limitedTo } from './options.ts'
import { withdrawalIdOf } from './withdrawals.ts'

/** A payment by which the dollars of an account that is closing leave: an ordinary withdrawal by ACH, without a fee. */
export interface LastPayment {
  readonly memberId: string
  /** The same key is the same payment. */
  readonly key: string
  readonly accountId: string
  readonly cents: bigint
  /** ISO time of the step-up that covers it. */
  readonly provenAt: string
}

/** What closing an account asks of withdrawals. */
export interface LastPayments {
  /** Id of the withdrawal of a payment. */
  readonly idOf: (payment: Pick<LastPayment, 'memberId' | 'key'>) => string
  /** When a saved account of the member can be paid to; null: it is none of theirs, or was removed. */
  readonly usableFrom: (memberId: string, accountId: string) => Promise<Date | null>
  /**
   * @param orderedAt when the closing began, by the clock for money
   * @throws {HttpError | Refusal} the member may not withdraw to this account, or might not when the closing began
   */
  readonly assertMayPay: (memberId: string, accountId: string, orderedAt: Date) => Promise<void>
  /** Cents that the limits let leave at `at` (ISO time), whatever the wallet has. */
  readonly limitedTo: (wallet: Holdings, at: string) => Promise<bigint>
  /** Takes the money out of the wallet; safe to repeat. @throws {Refusal} the wallet refuses it */
  readonly request: (payment: LastPayment) => Promise<void>
  /** @throws {Refusal} `withdrawal_ordered` the bank has been asked */
  readonly cancel: (payment: Pick<LastPayment, 'memberId' | 'key'>) => Promise<void>
  /** Whether it ended because it was cancelled. */
  readonly wasCancelled: (payment: Pick<LastPayment, 'memberId' | 'key'>) => Promise<boolean>
}

const RAIL = 'ach'
/** They are looked for in the whole stream: nobody keeps where they stand. */
const EVER = 0n

export const createLastPayments = (
  area: Pick<
    WithdrawalArea,
    'bank' | 'accounts' | 'sightings' | 'mayWithdraw' | 'withdrawals' | 'wallets' | 'formerWithdrawals'
  >,
): LastPayments => {
  const idOf: LastPayments['idOf'] = ({ memberId, key: idempotencyKey }) =>
    withdrawalIdOf({ memberId, idempotencyKey })
  return {
    idOf,
    usableFrom: async (memberId, accountId) => {
      const account = (await area.accounts.byIds(memberId, [accountId])).get(accountId)
      return account && account.removedAt === null ? account.usableFrom : null
    },
    assertMayPay: (memberId, accountId, orderedAt) =>
      assertMayWithdraw(area, memberId, { accountId, rail: RAIL, orderedAt }),
    limitedTo: async (wallet, at) =>
      limitedTo(withFormer(wallet, await area.formerWithdrawals(wallet.memberId), at), 0n, at),
    request: async ({ memberId, key, ...order }) => {
      const attempt = { memberId, idempotencyKey: key, repeated: true }
      const { accountId } = order
      const withdrawalId = idOf({ memberId, key })
      const isShared = await area.sightings.isShared({ withdrawalId, memberId, accountId, isLast: true })
      const former = await area.formerWithdrawals(memberId)
      await area.withdrawals.request(attempt, {
        ...order,
        isShared,
        former,
        isLast: true,
        fee: 0n,
        rail: RAIL,
      })
    },
    cancel: async (payment) => {
      const withdrawalId = idOf(payment)
      await area.withdrawals.cancel({ withdrawalId, memberId: payment.memberId, position: EVER })
    },
    wasCancelled: async (payment) => {
      const eventId = derivedId('WithdrawalCancelled', idOf(payment))
      return (await area.wallets.find(payment.memberId, { eventId, after: EVER })) !== null
    },
  }
}
