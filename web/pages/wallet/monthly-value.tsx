import type { WalletInsights } from '../../../api/contract/reports.ts'
import { formatMoney } from '../../texts/money.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { longMonth } from '../../ui/time-format.ts'
import { t } from '../../texts/texts.ts'

type Months = WalletInsights['months']

const WIDTH = 320
const HEIGHT = 88
const GAP = 6

/** The portfolio's value at the end of each month, as bars and as a table. */
export function MonthlyValue({ months }: { months: Months }) {
  // A float is precise enough for the height of a bar.
  const values = months.map(({ closing_value_usd: value }) => Math.max(0, Number(value)))
  const most = Math.max(...values, 1)
  const step = WIDTH / months.length
  const first = months[0]
  const last = months.at(-1)
  return (
    <figure className="grid gap-1">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="h-24 w-full"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {values.map((value, place) => {
          const height = Math.max(2, (value / most) * HEIGHT)
          return (
            <rect
              key={months[place]?.month}
              x={place * step + GAP / 2}
              y={HEIGHT - height}
              width={step - GAP}
              height={height}
              rx="3"
              className={place === months.length - 1 ? 'fill-primary' : 'fill-primary/45'}
            />
          )
        })}
      </svg>
      {first !== undefined && last !== undefined && (
        <div aria-hidden="true" className="flex justify-between text-xs text-muted">
          <span>{longMonth(first.month, 'short')}</span>
          <span>{longMonth(last.month, 'short')}</span>
        </div>
      )}
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
