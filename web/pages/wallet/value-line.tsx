import type { WalletInsights } from '../../../api/contract/reports.ts'
import { dollars, formatMoney } from '../../texts/money.ts'
import { axisTicks } from '../../ui/axis-ticks.ts'
import { DayLine, DayPlot } from '../../ui/day-plot.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { calendarDate, longMonth, shortCalendarDate } from '../../ui/time-format.ts'
import { t } from '../../texts/texts.ts'

/** Minimum distance between axis ticks, in cents. */
const GAP_MIN = 100

/** A float is precise enough for the height of a line. */
const centsIn = (usd: string): number => Math.round(Number(usd) * 100)

/** The portfolio's value day by day as a line, and by month as a table; at least two days. */
export function ValueLine({ days, months }: Pick<WalletInsights, 'days' | 'months'>) {
  return (
    <figure className="grid gap-1">
      <DayPlot
        testId="portfolio-line"
        days={days}
        ticks={axisTicks(
          days.map(({ value_usd: value }) => centsIn(value)),
          GAP_MIN,
        )}
        tickText={(cents) => dollars(cents).replace(/\.00$/, '')}
        dayText={({ day }) => shortCalendarDate(day)}
        linesOf={({ day, value_usd: value }) => [calendarDate(day), formatMoney(value, 'USD')]}
      >
        {(heightOf) => <DayLine heights={days.map(({ value_usd: value }) => heightOf(centsIn(value)))} />}
      </DayPlot>
      <figcaption>
        <FigureTable
          summary={t('Value by month as a table')}
          caption={t('Portfolio value and earnings by month')}
          columns={[t('Month'), t('Value'), t('Earned')]}
          rows={months.toReversed().map(({ month, closing_value_usd: value, earnings_usd: earned }) => ({
            id: month,
            heading: longMonth(month),
            figures: [formatMoney(value, 'USD'), formatMoney(earned, 'USD')],
          }))}
        />
      </figcaption>
    </figure>
  )
}
