import { dollars } from '../../../texts/money.ts'
import type { PoolDay } from '../../../../api/contract/pools.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { useChosen } from '../../../parts/use-chosen.ts'
import { useHiddenBalances } from '../../../parts/hidden-balances.tsx'
import { ValueChart } from './value-chart.tsx'
import { t } from '../../../texts/texts.ts'
import { calendarDate } from '../../../ui/time-format.ts'

const RANGES = [
  { value: '30', label: t('30 days') },
  { value: '90', label: t('90 days') },
  { value: '366', label: t('1 year') },
] as const
type Range = (typeof RANGES)[number]['value']
const CHOICES = RANGES.map(({ value }) => value)

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** A pool's value per day, as a chart and a table. */
export function ValueHistory({ history }: { history: readonly PoolDay[] }) {
  const [range, setRange] = useChosen<Range>('range', CHOICES, '90')
  const covered = useHiddenBalances()
  const days = history.slice(-Number(range))
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined)
    return <p className="text-muted">{t('The pool is valued once a day; its first day is not over yet.')}</p>
  return (
    <figure className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-bold">{t('Value')}</h3>
        <Segments<Range> legend={t('Range')} options={RANGES} value={range} onChange={setRange} />
      </div>
      {covered ? (
        <p className="text-muted">{t('The chart is covered while balances are hidden.')}</p>
      ) : days.length === 1 ? (
        <p className="text-muted">
          {t('{valueCents} on {day}. The line begins with the second day, on {next}.', {
            valueCents: dollars(last.value_cents),
            day: calendarDate(last.day),
            next: calendarDate(dayAfter(last.day)),
          })}
        </p>
      ) : (
        <>
          <ValueChart days={days} />
          <figcaption className="grid gap-2">
            <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
              <span className="inline-flex items-center gap-1.5">
                <span aria-hidden="true" className="h-0.5 w-4 bg-chart" />
                {t('Value')}
              </span>
              <span className="inline-flex items-center gap-1.5">
                <span aria-hidden="true" className="w-4 border-t-2 border-dashed border-control" />
                {t('Invested')}
              </span>
            </p>
            <FigureTable
              summary={t('Value by day as a table')}
              caption={t('Value and investment by day, newest first')}
              columns={[t('Day'), t('Value'), t('Invested')]}
              rows={days.toReversed().map(({ day, value_cents: value, invested_cents: invested }) => ({
                id: day,
                heading: calendarDate(day),
                figures: [dollars(value), dollars(invested)],
              }))}
              scrollsAs={t('Value by day')}
            />
          </figcaption>
        </>
      )}
    </figure>
  )
}
