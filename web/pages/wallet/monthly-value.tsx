import type { WalletInsights } from '../../../api/contract/reports.ts'
import { formatMoney } from '../../../api/contract/money.ts'
import { longMonth } from '../../ui/time-format.ts'

type Months = WalletInsights['months']

const WIDTH = 320
const HEIGHT = 88
const GAP = 6

/** Value of the portfolio at the end of each month: bars to see at a glance, the same as a table to read. */
export function MonthlyValue({ months }: { months: Months }) {
  // For drawing only: a bar's height has no cents.
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
        <details className="text-sm">
          <summary className="inline-flex min-h-6 items-center font-medium text-primary">
            Value by month as a table
          </summary>
          <MonthTable months={months} />
        </details>
      </figcaption>
    </figure>
  )
}

function MonthTable({ months }: { months: Months }) {
  return (
    <table className="mt-2 w-full text-left tabular">
      <caption className="sr-only">Portfolio value and earnings by month</caption>
      <thead className="text-muted">
        <tr>
          <th scope="col" className="py-1 font-medium">
            Month
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            Value
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            Earned
          </th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, closing_value_usd: value, earnings_usd: earned }) => (
          <tr key={month} className="border-t border-line">
            <th scope="row" className="py-1 font-normal">
              {longMonth(month)}
            </th>
            <td className="py-1 text-right">{formatMoney(value, 'USD')}</td>
            <td className="py-1 text-right">{formatMoney(earned, 'USD')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
