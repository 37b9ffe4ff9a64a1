import { happenedAt } from '../../events/happened-at.ts'
import { walletEvents, type WalletEvent } from '../../events/wallet/events.ts'
import { foldTable } from '../fold-table.ts'
import type { Projection } from '../projection.ts'
import type { RowOf } from '../table.ts'
import { withdrawal } from './table.ts'

const STATES = {
  WithdrawalReleased: 'requested',
  WithdrawalOrdered: 'ordered',
  WithdrawalRerouted: 'ordered',
  WithdrawalSent: 'sent',
  WithdrawalFailed: 'failed',
  WithdrawalCancelled: 'cancelled',
  WithdrawalReturned: 'returned',
} as const satisfies Partial<Record<WalletEvent['type'], RowOf<typeof withdrawal.columns>['state']>>

const isStep = (event: WalletEvent): event is Extract<WalletEvent, { type: keyof typeof STATES }> =>
  event.type in STATES

export const withdrawals = foldTable(withdrawal, {
  sets: ['state', 'updatedAt', 'feeMinor', 'rail', 'fellBack', 'reference', 'reason', 'sentAt'],
  effects: (recorded) => {
    // All other events of a wallet are parsed by the read models that show them.
    if (recorded.type !== 'WithdrawalRequested' && !(recorded.type in STATES)) return []
    const event = walletEvents.parse(recorded)
    const at = happenedAt(recorded)
    if (event.type === 'WithdrawalRequested') {
      const { withdrawalId: id, memberId, accountId, rail, amount, fee = '0', review } = event.data
      const minors = { minor: BigInt(amount.minor) - BigInt(fee), feeMinor: BigInt(fee) }
      const asked = {
        state: review === undefined ? 'requested' : 'review',
        reason: review ?? null,
        requestedAt: at,
        updatedAt: at,
        position: recorded.position,
      } as const
      return [{ begins: { id, memberId, accountId, ...minors, rail, fellBack: false, ...asked } }]
    }
    if (!isStep(event)) return []
    const set = {
      state: STATES[event.type],
      updatedAt: at,
      ...(event.type === 'WithdrawalSent' && { reference: event.data.reference, sentAt: at }),
      ...(event.type === 'WithdrawalRerouted'
        ? { feeMinor: 0n, rail: 'ach' as const, fellBack: true }
        : { reason: 'reason' in event.data ? event.data.reason : null }),
    }
    return [{ id: event.data.withdrawalId, set }]
  },
})

/** Every withdrawal with its state: table `withdrawal`. */
export const withdrawalsProjection: Projection = {
  name: 'withdrawals',
  version: 3,
  follows: walletEvents.isStream,
  apply: withdrawals.write,
}
