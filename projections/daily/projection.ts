import { walletEvents } from '../../events/wallet/events.ts'
import type { Projection } from '../projection.ts'
import { add, set, upsert } from '../statements.ts'
import { walletFacts } from '../wallet-facts.ts'
import { dayChanges } from './changes.ts'
import { walletDay } from './table.ts'

const addDays = upsert(walletDay, {
  inMinor: add,
  outMinor: add,
  earnedMinor: add,
  depositedMinor: add,
  transferredMinor: add,
  moves: add,
  lastPosition: set,
})

/** Sums per member, day and account: table `wallet_day`. */
export const dailyProjection: Projection = {
  name: 'daily',
  version: 2,
  follows: walletEvents.isStream,
  apply: (batch) =>
    addDays(
      dayChanges(walletFacts(batch)).map(
        ({ in: inMinor, out, earned, deposited, transferred, ...change }) => ({
          ...change,
          inMinor,
          outMinor: out,
          earnedMinor: earned,
          depositedMinor: deposited,
          transferredMinor: transferred,
        }),
      ),
    ),
}
