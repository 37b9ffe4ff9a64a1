import { lastMember, memberEntry } from '../../../data/at-rest.ts'
import { deviceEntry } from '../../../data/device-entry.ts'
import { currentEpoch } from '../../../data/epoch.ts'
import { t } from '../../../texts/texts.ts'

export const OPTIONAL_COLUMNS = ['activity', 'usage', 'type'] as const
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number]
export const COLUMN_LABELS: Readonly<Record<OptionalColumn, string>> = {
  activity: t('Activity'),
  usage: t('Usage Stats'),
  type: t('Type'),
}

const entryOf = (memberId: string) =>
  deviceEntry<ReadonlySet<OptionalColumn>>(
    memberEntry(memberId, 'contact-columns'),
    (text) => new Set(OPTIONAL_COLUMNS.filter((column) => text === null || text.split(',').includes(column))),
    (columns) => [...columns].join(','),
  )
let current: { readonly epoch: number; readonly entry: ReturnType<typeof entryOf> } | null = null

/** The signed-in member's entry; recreated after a sign-out, which has removed the stored one. */
const entry = () => {
  const epoch = currentEpoch()
  if (current?.epoch !== epoch) current = { epoch, entry: entryOf(lastMember() ?? '') }
  return current.entry
}

/** The optional columns that the member shows on this device; all by default. */
export const useColumns = (): ReadonlySet<OptionalColumn> => entry().use()
export const chooseColumns = (columns: ReadonlySet<OptionalColumn>): void => entry().set(columns)
