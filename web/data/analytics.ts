import { DailyUsage } from '../../api/contract/device-usage.ts'
import { deviceOperations } from '../../api/contract/device-operations.ts'
import { answerOf, type DocumentSource } from './sources.ts'

/** How many days back, today included. */
export const RANGES = [7, 30, 90] as const
export type Range = (typeof RANGES)[number]

const sourceOf = (days: Range) =>
  answerOf(`telecom:daily:${days}`, deviceOperations.getDailyUsage, { query: { days: String(days) } })

const sources = new Map(RANGES.map((days) => [days, sourceOf(days)]))

/** Usage of each of the last days; the same source for the same range. */
export const usageOfDays = (days: Range): DocumentSource<DailyUsage> => sources.get(days) ?? sourceOf(days)
