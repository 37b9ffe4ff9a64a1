import { completing } from '../../../../api/processes/completing.ts'
import {
  createWithdrawals,
  payoutKeyOf,
  withdrawalOfKey,
  type BegunWithdrawal,
  type Payouts,
} from '../../../../api/withdrawals/withdrawals.ts'
import { derivedId } from '../../../../events/ids.ts'
import type { Core, Part } from '../core.ts'
import type { createWithdrawalViews } from './views.ts'
import { feeOf, verdictOf } from './bank.ts'
import type { WithdrawalIntent, WithdrawalProcess } from './intents.ts'

export const startWithdrawals = (
  { wallets, clock, log, views, recorded }: Core,
  payouts: Payouts,
): Part<WithdrawalIntent, WithdrawalProcess> => {
  const withdrawals = createWithdrawals({ wallets, payouts, clock })
  /** What the operator says of one that waits for it. */
  const decided = async (begun: BegunWithdrawal): Promise<'stopped' | 'goes'> => {
    const review = views().withdrawals().get(begun.withdrawalId)?.review
    if (review === undefined) return 'goes'
    const verdict = verdictOf(begun.withdrawalId, review)
    await (verdict === 'release' ? withdrawals.release(begun) : withdrawals.stop(begun, verdict))
    return verdict === 'release' ? 'goes' : 'stopped'
  }

  return {
    take: async (intent, repeated) => {
      if (intent.do === 'return withdrawal') {
        const known = views().withdrawals().get(intent.withdrawalId)
        if (!known) throw new Error('Nobody returns what was never withdrawn')
        await withdrawals.giveBack(known, 'R03')
        return 'done'
      }
      const { member: memberId, cents, rail, key: idempotencyKey } = intent
      const order = {
        accountId: derivedId('account', memberId),
        cents,
        fee: feeOf(rail),
        rail,
        provenAt: clock().toISOString(),
        isShared: intent.shared,
      }
      const begun = await withdrawals.request({ memberId, idempotencyKey, repeated }, order)
      if (!intent.stop) return (await decided(begun)) === 'stopped' ? 'stopped' : withdrawals.send(begun)
      await withdrawals.cancel(begun)
      return 'cancelled'
    },
    processes: {
      'review withdrawals': () =>
        completing<BegunWithdrawal>({
          name: 'reviews',
          wokenBy: [],
          report: 'Decided about withdrawals that had been left waiting',
          // One that was cancelled meanwhile has ended.
          refusalIsOutcome: true,
        })({
          unfinished: async (before) => views().withdrawalsInReview(before.toISOString()),
          finish: recorded(decided),
          clock,
          log,
        }),
      'send withdrawals': () =>
        completing<BegunWithdrawal>({
          name: 'withdrawals',
          wokenBy: [],
          report: 'Sent withdrawals that had been left on their way',
          // One that was cancelled meanwhile has ended.
          refusalIsOutcome: true,
        })({
          unfinished: async (before) => views().unsentWithdrawals(before.toISOString()),
          finish: recorded((one: BegunWithdrawal) => withdrawals.send(one)),
          clock,
          log,
        }),
    },
  }
}

/** What the bank paid out is what the ledger says was sent, each once. */
export const checkPayouts = (
  paid: ReadonlyMap<string, bigint>,
  { withdrawals }: Pick<ReturnType<typeof createWithdrawalViews>['queries'], 'withdrawals'>,
): void => {
  const sent = [...withdrawals().values()].filter(({ state }) => state === 'sent' || state === 'returned')
  if (sent.length !== paid.size)
    throw new Error(`${sent.length} withdrawals were sent, and ${paid.size} paid`)
  for (const { withdrawalId, cents, rail } of sent) {
    const keys = [...paid.keys()].filter((key) => withdrawalOfKey(key) === withdrawalId)
    if (keys.length !== 1) throw new Error(`The bank paid ${keys.length} times for ${withdrawalId}`)
    if (paid.get(payoutKeyOf(withdrawalId, rail)) !== cents)
      throw new Error(`The bank did not pay ${cents} for ${withdrawalId} by ${rail}`)
  }
}
