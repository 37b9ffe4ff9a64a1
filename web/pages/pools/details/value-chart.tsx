import { dollars } from '../../../texts/money.ts'
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { PoolDay } from '../../../../api/contract/pools.ts'
import { longDay, shortDay } from '../words.ts'
import { axisTicks } from './axis-ticks.ts'
import { t } from '../../../texts/texts.ts'

const HEIGHT = 220

/** Dollars for an axis, with cents where there are any: "$1,250", "$99.50". */
const axisDollars = (cents: number): string => dollars(cents).replace(/\.00$/, '')

/** A pool's value by day over what was invested; for the eyes only, the table beside it says the same. */
export default function ValueChart({ days }: { days: readonly PoolDay[] }) {
  const ticks = axisTicks(
    days.flatMap(({ value_cents: value, invested_cents: invested }) => [value, invested]),
  )
  return (
    <div aria-hidden="true" data-testid="value-chart" className="text-xs">
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <AreaChart
          data={[...days]}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="day"
            tickFormatter={shortDay}
            minTickGap={48}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--muted)' }}
          />
          <YAxis
            domain={[ticks.at(0) ?? 0, ticks.at(-1) ?? 0]}
            ticks={[...ticks]}
            interval={0}
            tickFormatter={axisDollars}
            width={64}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--muted)' }}
          />
          <Tooltip content={Tip} cursor={{ stroke: 'var(--control)' }} isAnimationActive={false} />
          <Area
            type="linear"
            dataKey="value_cents"
            stroke="var(--primary)"
            strokeWidth={2}
            fill="var(--primary)"
            fillOpacity={0.12}
            isAnimationActive={false}
            activeDot={{ r: 4 }}
          />
          <Area
            type="stepAfter"
            dataKey="invested_cents"
            stroke="var(--control)"
            strokeWidth={1.5}
            strokeDasharray="4 4"
            fill="none"
            activeDot={false}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  )
}

interface TipProps {
  readonly active?: boolean
  readonly payload?: readonly { readonly payload?: PoolDay }[]
}

function Tip({ active, payload }: TipProps) {
  const day = payload?.[0]?.payload
  if (active !== true || day === undefined) return null
  return (
    <div className="rounded-control border border-line bg-raised px-3 py-2 text-sm text-ink shadow-float tabular">
      <div className="text-muted">{longDay(day.day)}</div>
      <div className="font-semibold">{dollars(day.value_cents)}</div>
      <div className="text-muted">
        {t('{investedCents} invested', { investedCents: dollars(day.invested_cents) })}
      </div>
    </div>
  )
}
