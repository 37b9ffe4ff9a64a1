import { DailyUsage } from '../../api/contract/devices.ts'
import { operations } from '../../api/contract/operations.ts'
import { call } from './client.ts'
import type { DocumentSource } from './sources.ts'

/** How many days back, today included. */
export const RANGES = [7, 30, 90] as const
export type Range = (typeof RANGES)[number]

const sourceOf = (days: Range): DocumentSource<DailyUsage> => ({
  key: `telecom:daily:${days}`,
  schema: DailyUsage,
  load: async () => {
    const { data, asOf } = await call(operations.getDailyUsage, { query: { days: String(days) } })
    return { value: data, asOf: asOf ?? new Date().toISOString() }
  },
})

const sources = new Map(RANGES.map((days) => [days, sourceOf(days)]))

/** Usage of each of the last days; the same source for the same range. */
export const usageOfDays = (days: Range): DocumentSource<DailyUsage> => sources.get(days) ?? sourceOf(days)
