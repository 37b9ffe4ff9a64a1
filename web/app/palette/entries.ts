import { formatMoney } from '../../texts/money.ts'
import type { Activity } from '../../../api/contract/wallet.ts'
import { bills } from '../../data/bills.ts'
import { readDocument } from '../../data/cache.ts'
import { contactList } from '../../data/contacts.ts'
import { profiles } from '../../data/devices.ts'
import { pools } from '../../data/pools.ts'
import { type DocumentSource, listIn, type ListSource, valueIn } from '../../data/sources.ts'
import { allActivity } from '../../data/wallet.ts'
import { statusLine, titleOf as billTitle } from '../../pages/bills/bill-words.ts'
import { withEachDay } from '../../pages/wallet/interest-months.ts'
import { KIND_LABELS, titleOf } from '../../pages/wallet/words.ts'
import { atHandle } from '../../parts/at-handle.ts'
import { sendPath } from '../../parts/outside-links.ts'
import { longDate } from '../../ui/time-format.ts'
import { entry, places } from './places.ts'
import type { Entry } from './rank.ts'
import { quoted } from '../../texts/quoted.ts'
import { t } from '../../texts/texts.ts'

const documentOf = async <T>(source: DocumentSource<T>): Promise<T | null> =>
  valueIn(source, (await readDocument(source.key))?.value)

const rowsOf = async <T>(source: ListSource<T>): Promise<readonly T[]> =>
  listIn(source, (await readDocument(source.key))?.value)?.rows ?? []

const movement = (activity: Activity): Entry => {
  const { id, amount, currency, message, occurred_at: at } = activity
  const sum = amount === null || currency === null ? [] : [formatMoney(amount, currency)]
  return entry('movement', id, titleOf(activity), `/wallet/activity/${id}`, {
    detail: [...sum, ...(message === null ? [] : [quoted(message)]), longDate(Date.parse(at))].join(' · '),
    words: `${KIND_LABELS[activity.kind]} ${activity.counterparty?.handle ?? ''}`,
  })
}

/** People with whom the member has exchanged money and who are not contacts. */
const peopleOf = (activity: readonly Activity[], known: ReadonlySet<string>): readonly Entry[] => {
  const people = new Map(
    activity.flatMap(({ counterparty }) =>
      counterparty === null || known.has(atHandle(counterparty.handle))
        ? []
        : [[atHandle(counterparty.handle), counterparty.name]],
    ),
  )
  return [...people].map(([handle, name]) =>
    entry('person', handle, name, sendPath(handle, new URLSearchParams()), {
      detail: handle,
      words: t('send pay'),
    }),
  )
}

/** All of the member's data on this device that has an address; sends no request. */
export const readEntries = async (_key: string): Promise<readonly Entry[]> => {
  const [contacts, activity, billRows, poolRows, devices] = await Promise.all([
    documentOf(contactList),
    rowsOf(allActivity),
    rowsOf(bills),
    documentOf(pools),
    documentOf(profiles),
  ])
  const handles = new Set(
    (contacts ?? []).flatMap(({ contact_handle: handle }) => (handle === null ? [] : [atHandle(handle)])),
  )
  return [
    ...places(),
    ...(contacts ?? []).map(({ id, contact_name: name, contact_handle: handle, phone_number: phone }) => {
      const at = handle === null ? '' : atHandle(handle)
      const to = at === '' ? '/tellepathy' : sendPath(at, new URLSearchParams())
      return entry('person', id, name, to, { detail: [at, phone ?? ''].filter(Boolean).join(' · ') })
    }),
    ...peopleOf(activity, handles),
    ...(poolRows ?? []).map(({ id, pool_name: name }) => entry('pool', id, name, `/investments?pool=${id}`)),
    ...billRows.map((bill) =>
      entry('bill', bill.id, billTitle(bill), `/investments?bill=${bill.id}`, { detail: statusLine(bill) }),
    ),
    ...(devices ?? []).map(({ id, device_label: name }) => entry('device', id, name, '/devices')),
    ...withEachDay(activity).map(movement),
  ]
}
