import type { PoolDay } from '../../../../api/contract/pools.ts'
import { dollars } from '../../../texts/money.ts'
import { t } from '../../../texts/texts.ts'
import { axisTicks } from '../../../ui/axis-ticks.ts'
import { DayLine, DayPlot } from '../../../ui/day-plot.tsx'
import { calendarDate, shortCalendarDate } from '../../../ui/time-format.ts'

/** Minimum distance between axis ticks, in cents. */
const GAP_MIN = 100

/** Axis label in dollars, with cents only if not zero: "$1,250", "$99.50". */
const axisDollars = (cents: number): string => dollars(cents).replace(/\.00$/, '')

/** A pool's value per day and the invested amount. Visual only: the table beside it has the same figures. */
export function ValueChart({ days }: { days: readonly PoolDay[] }) {
  return (
    <DayPlot
      testId="value-chart"
      days={days}
      ticks={axisTicks(
        days.flatMap(({ value_cents: value, invested_cents: invested }) => [value, invested]),
        GAP_MIN,
      )}
      tickText={axisDollars}
      dayText={({ day }) => shortCalendarDate(day)}
      linesOf={(one) => [
        calendarDate(one.day),
        dollars(one.value_cents),
        t('{investedCents} invested', { investedCents: dollars(one.invested_cents) }),
      ]}
    >
      {(heightOf) => {
        // A step line: the invested amount is constant between changes.
        const steps = days.map((one, place) => `H${place + 0.5}V${heightOf(one.invested_cents)}`).join('')
        return (
          <>
            <DayLine heights={days.map((one) => heightOf(one.value_cents))} />
            <path
              d={`M0.5,${heightOf(days[0]?.invested_cents ?? 0)}${steps}`}
              fill="none"
              className="stroke-control"
              strokeWidth={1.5}
              strokeDasharray="4 4"
              vectorEffect="non-scaling-stroke"
            />
          </>
        )
      }}
    </DayPlot>
  )
}
