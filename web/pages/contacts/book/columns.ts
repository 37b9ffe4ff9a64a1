import { useState } from 'react'
import { memberEntry } from '../../../data/at-rest.ts'
import { t } from '../../../texts/texts.ts'

export const OPTIONAL_COLUMNS = ['activity', 'usage', 'type'] as const
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number]
export const COLUMN_LABELS: Readonly<Record<OptionalColumn, string>> = {
  activity: t('Activity'),
  usage: t('Usage Stats'),
  type: t('Type'),
}

const read = (entry: string): ReadonlySet<OptionalColumn> => {
  try {
    const text = localStorage.getItem(entry)
    if (text !== null) return new Set(OPTIONAL_COLUMNS.filter((column) => text.split(',').includes(column)))
  } catch {
    // Storage can be forbidden: then all columns are shown.
  }
  return new Set(OPTIONAL_COLUMNS)
}

/** The columns that this member wants to see on this device, and how to choose them. */
export const useColumns = (memberId: string) => {
  const entry = memberEntry(memberId, 'contact-columns')
  const [columns, setColumns] = useState(() => read(entry))
  const choose = (next: ReadonlySet<OptionalColumn>): void => {
    setColumns(next)
    try {
      localStorage.setItem(entry, [...next].join(','))
    } catch {
      // As above; the choice lasts as long as the page.
    }
  }
  return [columns, choose] as const
}
