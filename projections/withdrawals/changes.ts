import { happenedAt } from '../../events/happened-at.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { walletEvents, type WalletEvent } from '../../events/wallet/events.ts'
import type { Draft, RowOf } from '../table.ts'
import type { withdrawal } from './table.ts'

export type WithdrawalRow = RowOf<typeof withdrawal.columns>

/** What a batch changes in a withdrawal of an earlier one; null: it stays as it is. */
type Step = Pick<WithdrawalRow, 'id' | 'state' | 'updatedAt' | 'reference' | 'reason' | 'sentAt'> & {
  readonly [Name in 'feeMinor' | 'rail' | 'fellBack']: WithdrawalRow[Name] | null
}

const STATES = {
  WithdrawalOrdered: 'ordered',
  WithdrawalRerouted: 'ordered',
  WithdrawalSent: 'sent',
  WithdrawalFailed: 'failed',
  WithdrawalCancelled: 'cancelled',
  WithdrawalReturned: 'returned',
} as const satisfies Partial<Record<WalletEvent['type'], WithdrawalRow['state']>>

const isStep = (event: WalletEvent): event is Extract<WalletEvent, { type: keyof typeof STATES }> =>
  event.type in STATES

/** Nets a batch of wallet events to new withdrawals and steps of earlier ones. */
export const withdrawalChanges = (
  batch: readonly RecordedEvent[],
): { readonly begun: readonly WithdrawalRow[]; readonly steps: readonly Step[] } => {
  const begun = new Map<string, Draft<WithdrawalRow>>()
  const steps = new Map<string, Draft<Step>>()
  for (const recorded of batch) {
    // All other events of a wallet are parsed by the read models that show them.
    if (recorded.type !== 'WithdrawalRequested' && !(recorded.type in STATES)) continue
    const event = walletEvents.parse(recorded)
    const at = happenedAt(recorded)
    if (event.type === 'WithdrawalRequested') {
      const { withdrawalId: id, memberId, accountId, rail, amount, fee = '0' } = event.data
      begun.set(id, {
        id,
        memberId,
        accountId,
        minor: BigInt(amount.minor) - BigInt(fee),
        feeMinor: BigInt(fee),
        rail,
        fellBack: false,
        state: 'requested',
        reference: null,
        reason: null,
        requestedAt: at,
        sentAt: null,
        updatedAt: at,
        position: recorded.position,
      })
    } else if (isStep(event)) {
      const { withdrawalId: id } = event.data
      const nothing = {
        id,
        state: STATES[event.type],
        updatedAt: at,
        feeMinor: null,
        rail: null,
        fellBack: null,
        reference: null,
        reason: null,
        sentAt: null,
      }
      const known = begun.get(id) ?? steps.get(id) ?? nothing
      known.state = STATES[event.type]
      known.updatedAt = at
      if (event.type === 'WithdrawalSent')
        Object.assign(known, { reference: event.data.reference, sentAt: at })
      if (event.type === 'WithdrawalRerouted')
        Object.assign(known, { feeMinor: 0n, rail: 'ach', fellBack: true })
      else if ('reason' in event.data) known.reason = event.data.reason
      if (!begun.has(id)) steps.set(id, known)
    }
  }
  return { begun: [...begun.values()], steps: [...steps.values()] }
}
