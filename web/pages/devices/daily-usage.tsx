import type { DailyUsage } from '../../../api/contract/device-usage.ts'
import { useCached } from '../../data/cached.ts'
import { dailyUsage, USAGE_DAYS } from '../../data/devices.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { Age, NeverLoaded } from '../../parts/freshness.tsx'
import { dataText, dayText, smsText, voiceText } from './format.ts'

const HEIGHT = 40
const BAR = 8
const STEP = 10

/** Data by day as bars, and every figure in a table. */
export function DailyUsageCard() {
  const { value, state, asOf, error, refresh } = useCached(dailyUsage)
  return (
    <Card title={`Last ${USAGE_DAYS} days`} aside={<Age state={state} asOf={asOf} />}>
      {value === null && state === 'never' && (
        <NeverLoaded what="daily usage" error={error} retry={refresh} />
      )}
      {value === null && state !== 'never' && <Skeleton className="h-32 w-full" />}
      {value !== null && <Days days={value.days} totals={value.totals} />}
    </Card>
  )
}

function Days({ days, totals }: Pick<DailyUsage, 'days' | 'totals'>) {
  const most = Math.max(1, ...days.map(({ data_mb }) => data_mb))
  const summary = `${dataText(totals.data_mb)} of data, ${voiceText(totals.voice_minutes)} of calls, ${smsText(totals.messages)}`
  return (
    <div className="grid gap-4">
      <p className="text-[0.9375rem] tabular">{summary}</p>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in place, there is no file to point to
        role="img"
        aria-label={`Data by day; the most on one day was ${dataText(most)}. The table below has every figure.`}
        viewBox={`0 0 ${Math.max(1, days.length) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-28 w-full"
      >
        {days.map(({ date, data_mb }, place) => {
          const height = Math.max(0.5, (data_mb / most) * HEIGHT)
          return (
            <rect
              key={date}
              x={place * STEP + (STEP - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              className="fill-primary"
            />
          )
        })}
      </svg>
      <details>
        <summary className="min-h-11 py-2.5 text-sm font-semibold text-primary">Show the figures</summary>
        <Table
          caption="Usage by day"
          columns={[
            { key: 'date', header: 'Day', cell: (row) => dayText(row.date) },
            { key: 'data', header: 'Data', cell: (row) => dataText(row.data_mb) },
            { key: 'voice', header: 'Voice', cell: (row) => voiceText(row.voice_minutes) },
            { key: 'calls', header: 'Calls', cell: (row) => String(row.calls) },
            { key: 'sms', header: 'Messages', align: 'end', cell: (row) => smsText(row.messages) },
          ]}
          rows={days.toReversed()}
          rowKey={({ date }) => date}
        />
      </details>
    </div>
  )
}
