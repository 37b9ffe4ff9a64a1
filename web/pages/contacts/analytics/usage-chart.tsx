import type { DailyUsage } from '../../../../api/contract/device-usage.ts'
import { axisTicks } from '../../../ui/axis-ticks.ts'
import { DayPlot } from '../../../ui/day-plot.tsx'
import { shortCalendarDate } from '../../../ui/time-format.ts'
import { number } from '../../../texts/numbers.ts'
import { dataText } from '../words.ts'
import { figureOf, METRICS, type Metric } from './report.ts'

/** Width of a bar, as a share of its day's column. */
const BAR = 0.8

/** One bar per day for the metric. The table beside it has the same figures as text. */
export function UsageChart({ days, metric }: { days: DailyUsage['days']; metric: Metric }) {
  const name = METRICS.find(({ value }) => value === metric)?.label ?? ''
  const text = (figure: number): string => (metric === 'data' ? dataText(figure) : number(figure))
  return (
    <DayPlot
      testId="usage-chart"
      days={days}
      ticks={axisTicks([0, ...days.map((one) => figureOf(one, metric))], 1)}
      tickText={text}
      dayText={({ date }) => shortCalendarDate(date)}
      linesOf={(one) => [shortCalendarDate(one.date), `${name}: ${text(figureOf(one, metric))}`]}
    >
      {(heightOf) =>
        days.map((one, place) => {
          const top = heightOf(figureOf(one, metric))
          return (
            <rect
              key={one.date}
              x={place + (1 - BAR) / 2}
              y={top}
              width={BAR}
              height={100 - top}
              className="fill-chart"
            />
          )
        })
      }
    </DayPlot>
  )
}
