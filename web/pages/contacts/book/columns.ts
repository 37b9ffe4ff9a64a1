import { useMemo, useSyncExternalStore } from 'react'
import { memberEntry } from '../../../data/at-rest.ts'
import { deviceEntry } from '../../../data/device-entry.ts'
import { t } from '../../../texts/texts.ts'

export const OPTIONAL_COLUMNS = ['activity', 'usage', 'type'] as const
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number]
export const COLUMN_LABELS: Readonly<Record<OptionalColumn, string>> = {
  activity: t('Activity'),
  usage: t('Usage Stats'),
  type: t('Type'),
}

/** The columns that this member wants to see on this device, and how to choose them; all where nothing is chosen. */
export const useColumns = (memberId: string) => {
  const { subscribe, get, set } = useMemo(
    () =>
      deviceEntry<ReadonlySet<OptionalColumn>>(
        memberEntry(memberId, 'contact-columns'),
        (text) =>
          new Set(OPTIONAL_COLUMNS.filter((column) => text === null || text.split(',').includes(column))),
        (columns) => [...columns].join(','),
      ),
    [memberId],
  )
  return [useSyncExternalStore(subscribe, get), set] as const
}
