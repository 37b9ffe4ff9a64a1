import type { DailyUsage } from '../../../api/contract/device-usage.ts'
import { useCached } from '../../data/cached.ts'
import { dailyUsage, USAGE_DAYS } from '../../data/devices.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { Age, NotYet } from '../../parts/freshness.tsx'
import { dataText, dayText, smsText, voiceText } from './format.ts'
import { t } from '../../texts/texts.ts'

const HEIGHT = 40
const BAR = 8
const STEP = 10

/** Data by day as bars, and every figure in a table. */
export function DailyUsageCard() {
  const { value, ...view } = useCached(dailyUsage)
  return (
    <Card title={t('Last {usageDays} days', { usageDays: USAGE_DAYS })} aside={<Age {...view} />}>
      <NotYet what={t('daily usage')} {...view}>
        <Skeleton className="h-32 w-full" />
      </NotYet>
      {value !== null && <Days days={value.days} totals={value.totals} />}
    </Card>
  )
}

function Days({ days, totals }: Pick<DailyUsage, 'days' | 'totals'>) {
  const most = Math.max(1, ...days.map(({ data_mb }) => data_mb))
  const summary = t('{dataMb} of data, {voiceMinutes} of calls, {messages}', {
    dataMb: dataText(totals.data_mb),
    voiceMinutes: voiceText(totals.voice_minutes),
    messages: smsText(totals.messages),
  })
  return (
    <div className="grid gap-4">
      <p className="text-[0.9375rem] tabular">{summary}</p>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in place, there is no file to point to
        role="img"
        aria-label={t('Data by day; the most on one day was {most}. The table below has every figure.', {
          most: dataText(most),
        })}
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
        <summary className="min-h-11 py-2.5 text-sm font-semibold text-primary">
          {t('Show the figures')}
        </summary>
        <Table
          caption={t('Usage by day')}
          columns={[
            { key: 'date', header: t('Day'), cell: (row) => dayText(row.date) },
            { key: 'data', header: t('Data'), cell: (row) => dataText(row.data_mb) },
            { key: 'voice', header: t('Voice'), cell: (row) => voiceText(row.voice_minutes) },
            { key: 'calls', header: t('Calls'), cell: (row) => String(row.calls) },
            { key: 'sms', header: t('Messages'), align: 'end', cell: (row) => smsText(row.messages) },
          ]}
          rows={days.toReversed()}
          rowKey={({ date }) => date}
        />
      </details>
    </div>
  )
}
