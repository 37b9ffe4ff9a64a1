import { walletEvents } from '../../events/wallet/events.ts'
import type { Projection } from '../projection.ts'
import { ifGiven, insert, set, update } from '../statements.ts'
import { withdrawalChanges } from './changes.ts'
import { withdrawal } from './table.ts'

const add = insert(withdrawal)
const advance = update(withdrawal, {
  state: set,
  updatedAt: set,
  feeMinor: ifGiven,
  rail: ifGiven,
  fellBack: ifGiven,
  reference: ifGiven,
  reason: ifGiven,
  sentAt: ifGiven,
})

/** Every withdrawal with its state: table `withdrawal`. */
export const withdrawalsProjection: Projection = {
  name: 'withdrawals',
  version: 2,
  follows: walletEvents.isStream,
  apply: (batch) => {
    const { begun, steps } = withdrawalChanges(batch)
    return [...add(begun), ...advance(steps)]
  },
}
