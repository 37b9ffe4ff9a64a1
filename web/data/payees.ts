import { useMemo } from 'react'
import type { Activity } from '../../api/contract/wallet.ts'
import { useList } from './cached.ts'
import { type Person, useFavourites } from './favourites.ts'
import { activityOf, allActivity } from './wallet.ts'

/** Recent payees offered besides the favourites. */
const RECENT = 5

const sent = activityOf({ kind: 'transfer_sent' })

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

/** The same from this device's cache, for whoever asks for money or sends it. */
export const useOfferedPayees = (): readonly OfferedPayee[] => {
  const favourites = useFavourites()
  const { rows: sentRows } = useList(sent)
  const { rows: allRows } = useList(allActivity)
  return useMemo(() => offeredPayees(favourites, [...sentRows, ...allRows]), [favourites, sentRows, allRows])
}
