import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { DailyUsage } from '../../../../api/contract/device-usage.ts'
import { dataText } from '../words.ts'
import { figureOf, METRICS, type Metric } from './report.ts'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'
import { shortCalendarDate } from '../../../ui/time-format.ts'

const dayText = (date: unknown): string => (typeof date === 'string' ? shortCalendarDate(date) : '')

/** A figure of each day as bars. The table beside it says the same in words and numbers. */
export default function UsageChart({ days, metric }: { days: DailyUsage['days']; metric: Metric }) {
  const name = METRICS.find(({ value }) => value === metric)?.label ?? ''
  const rows = days.map((one) => ({ date: one.date, figure: figureOf(one, metric) }))
  const text = (value: unknown): string => {
    if (typeof value !== 'number') return ''
    return metric === 'data' ? dataText(value) : number(value)
  }
  return (
    <ResponsiveContainer width="100%" height={260}>
      <BarChart
        data={rows}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        title={t('{name} by day', { name })}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="date"
          tickFormatter={dayText}
          tick={{ fill: 'var(--muted)', fontSize: 12 }}
          stroke="var(--control)"
          minTickGap={24}
        />
        <YAxis
          width={64}
          tickFormatter={text}
          tick={{ fill: 'var(--muted)', fontSize: 12 }}
          stroke="var(--control)"
          allowDecimals={false}
        />
        <Tooltip
          formatter={(value) => [text(value), name]}
          labelFormatter={dayText}
          cursor={{ fill: 'var(--primary-soft)' }}
          contentStyle={{ background: 'var(--raised)', border: '1px solid var(--line)', borderRadius: 10 }}
          itemStyle={{ color: 'var(--ink)' }}
          labelStyle={{ color: 'var(--muted)' }}
        />
        <Bar dataKey="figure" fill="var(--primary)" radius={[4, 4, 0, 0]} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}
