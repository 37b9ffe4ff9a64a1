import type { Activity } from '../../../../api/contract/wallet.ts'
import type { Person } from '../../../data/favourites.ts'

/** Recent payees offered besides the favourites. */
const RECENT = 5

export interface OfferedPayee extends Person {
  readonly isFavourite: boolean
}

/** Payees to offer: favourites in the order in which they were starred, then recent payees, each once. */
export const offeredPayees = (
  favourites: readonly Person[],
  activity: readonly Activity[],
): readonly OfferedPayee[] => {
  const recent = activity
    .filter(({ kind }) => kind === 'transfer_sent')
    .toSorted((one, other) => Date.parse(other.occurred_at) - Date.parse(one.occurred_at))
    .flatMap(({ counterparty }) => (counterparty === null ? [] : [counterparty]))
  const offered = new Map<string, OfferedPayee>()
  for (const { name, handle } of favourites) offered.set(handle, { name, handle, isFavourite: true })
  const most = offered.size + RECENT
  for (const { name, handle } of recent) {
    if (offered.size >= most) break
    if (!offered.has(handle)) offered.set(handle, { name, handle, isFavourite: false })
  }
  return [...offered.values()]
}
