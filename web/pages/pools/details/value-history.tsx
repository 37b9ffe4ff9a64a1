import { dollars } from '../../../../api/contract/money.ts'
import { lazy, Suspense, useState } from 'react'
import type { PoolDay } from '../../../../api/contract/pools.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useHiddenBalances } from '../../../parts/hidden-balances.tsx'
import { longDay } from '../words.ts'

const ValueChart = lazy(() => import('./value-chart.tsx'))

const RANGES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '366', label: '1 year' },
] as const
type Range = (typeof RANGES)[number]['value']

/** The value of a pool by day, as a chart and as a table. */
export function ValueHistory({ history }: { history: readonly PoolDay[] }) {
  const [range, setRange] = useState<Range>('90')
  const covered = useHiddenBalances()
  const days = history.slice(-Number(range))
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined)
    return <p className="text-muted">The pool is valued once a day; its first day is not over yet.</p>
  return (
    <figure className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-bold">Value</h3>
        <Segments<Range> legend="Range" options={RANGES} value={range} onChange={setRange} />
      </div>
      {covered ? (
        <p className="text-muted">The chart is covered while balances are hidden.</p>
      ) : days.length === 1 ? (
        <p className="text-muted">
          {dollars(last.value_cents)} on {longDay(last.day)}. A line needs two days.
        </p>
      ) : (
        <>
          <Suspense fallback={<Skeleton className="h-55 w-full rounded-control!" />}>
            <ValueChart days={days} />
          </Suspense>
          <figcaption className="grid gap-2">
            <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
              <span className="inline-flex items-center gap-1.5">
                <span aria-hidden="true" className="h-0.5 w-4 bg-primary" />
                Value
              </span>
              <span className="inline-flex items-center gap-1.5">
                <span aria-hidden="true" className="w-4 border-t-2 border-dashed border-control" />
                Invested
              </span>
            </p>
            <FigureTable
              summary="Value by day as a table"
              caption="Value and investment by day, newest first"
              columns={['Day', 'Value', 'Invested']}
              rows={days.toReversed().map(({ day, value_cents: value, invested_cents: invested }) => ({
                id: day,
                heading: longDay(day),
                figures: [dollars(value), dollars(invested)],
              }))}
              scrollsAs="Value by day"
            />
          </figcaption>
        </>
      )}
    </figure>
  )
}
