import type { DailyUsage } from '../../../../api/contract/device-usage.ts'
import { t } from '../../../texts/texts.ts'

export type Metric = 'calls' | 'messages' | 'data'

export const METRICS = [
  { value: 'calls', label: t('Calls') },
  { value: 'messages', label: t('Messages') },
  { value: 'data', label: t('Data') },
] as const satisfies readonly { readonly value: Metric; readonly label: string }[]

type Day = Pick<DailyUsage['days'][number], 'calls' | 'messages' | 'data_mb'>

/** A day's figure for a metric; data in MB. */
export const figureOf = (day: Day, metric: Metric): number => (metric === 'data' ? day.data_mb : day[metric])

/** A CSV report of the days of a range, oldest first, with their totals. */
export const usageCsv = ({ days, totals }: DailyUsage): string => {
  const row = (name: string, one: DailyUsage['totals']) =>
    [name, one.calls, one.voice_minutes, one.messages, one.data_mb].join(',')
  return [
    'Date (UTC),Calls,Voice minutes,Messages,Data (MB)',
    ...days.map((day) => row(day.date, day)),
    row('Total', totals),
    '',
  ].join('\r\n')
}
