import { useState, type PointerEvent, type ReactNode } from 'react'

/** At most so many days are labelled, so that the labels don't overlap on a phone. */
const DAY_MARKS_MAX = 4

interface DayPlotProps<Day> {
  /** Oldest first, at least one. */
  readonly days: readonly Day[]
  /** Tick values of the axis at even distances, the least first, in the unit of the figures. */
  readonly ticks: readonly number[]
  readonly tickText: (figure: number) => string
  readonly dayText: (day: Day) => string
  /** Text for the day under the pointer: its name, its figure, and more lines. */
  readonly linesOf: (day: Day) => readonly [name: string, figure: string, ...more: string[]]
  /**
   * Draws the figures into a field that is as many units wide as there are days, and 100 high; `heightOf` returns a
   * figure's distance from the top.
   */
  readonly children: (heightOf: (figure: number) => number) => ReactNode
  readonly testId: string
}

/**
 * Figures by day along an axis, time from left to right. Hidden from screen readers: a table beside it has the same
 * figures. Drawn without measuring: the field stretches to the available space.
 */
export function DayPlot<Day>({
  days,
  ticks,
  tickText,
  dayText,
  linesOf,
  children,
  testId,
}: DayPlotProps<Day>) {
  const [pointed, setPointed] = useState<number | null>(null)
  const [least, most] = [ticks.at(0) ?? 0, ticks.at(-1) ?? 1]
  const heightOf = (figure: number) => 100 - ((figure - least) / (most - least)) * 100
  const percent = (place: number) => ((place + 0.5) / days.length) * 100
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const place = Math.floor(((clientX - left) / width) * days.length)
    setPointed(Math.min(Math.max(place, 0), days.length - 1))
  }
  const every = Math.ceil(days.length / DAY_MARKS_MAX)
  const day = pointed === null ? undefined : days[pointed]
  return (
    <div
      aria-hidden="true"
      dir="ltr"
      data-testid={testId}
      className="grid grid-cols-[4rem_1fr] pt-2 text-xs text-muted tabular"
    >
      <div className="relative h-50">
        {ticks.map((tick) => (
          <span
            key={tick}
            style={{ top: `${heightOf(tick)}%` }}
            className="absolute end-2 -translate-y-1/2 whitespace-nowrap"
          >
            {tickText(tick)}
          </span>
        ))}
      </div>
      <div className="relative touch-pan-y" onPointerMove={point} onPointerLeave={() => setPointed(null)}>
        {ticks.map((tick) => (
          <div
            key={tick}
            style={{ top: `${heightOf(tick)}%` }}
            className="absolute inset-x-0 border-t border-line"
          />
        ))}
        {pointed !== null && (
          <div style={{ left: `${percent(pointed)}%` }} className="absolute inset-y-0 w-px bg-control" />
        )}
        <svg
          viewBox={`0 0 ${days.length} 100`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {children(heightOf)}
        </svg>
        {pointed !== null && day !== undefined && (
          <div
            style={
              percent(pointed) < 50
                ? { left: `calc(${percent(pointed)}% + 0.75rem)` }
                : { right: `calc(${100 - percent(pointed)}% + 0.75rem)` }
            }
            className="pointer-events-none absolute top-2 z-10 rounded-control border border-line bg-raised px-3 py-2 text-sm whitespace-nowrap text-ink shadow-float"
          >
            <Lines of={linesOf(day)} />
          </div>
        )}
      </div>
      <div className="relative col-start-2 h-6">
        {days.map(
          (one, place) =>
            place % every === 0 && (
              <span
                key={dayText(one)}
                style={{ left: `${percent(place)}%` }}
                className="absolute top-2 -translate-x-1/2 whitespace-nowrap"
              >
                {dayText(one)}
              </span>
            ),
        )}
      </div>
    </div>
  )
}

/** A line through the middle of each day, with its area filled. `heights`: distances from the top, one a day. */
export function DayLine({ heights }: { heights: readonly number[] }) {
  const line = heights.map((height, place) => `${place + 0.5},${height}`).join('L')
  return (
    <>
      <path d={`M0.5,100L${line}L${heights.length - 0.5},100Z`} className="fill-chart" fillOpacity={0.12} />
      <path
        d={`M${line}`}
        fill="none"
        className="stroke-chart"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
      />
    </>
  )
}

function Lines({ of: [name, figure, ...more] }: { of: readonly [string, string, ...string[]] }) {
  return (
    <>
      <div className="text-muted">{name}</div>
      <div className="font-semibold">{figure}</div>
      {more.map((line) => (
        <div key={line} className="text-muted">
          {line}
        </div>
      ))}
    </>
  )
}
