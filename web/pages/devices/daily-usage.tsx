import type { DailyUsage } from '../../../api/contract/device-usage.ts'
import { useCached } from '../../data/cached.ts'
import { usageOfDays } from '../../data/devices.ts'
import { CachedCard } from '../../parts/cached-card.tsx'
import { Table } from '../../ui/table.tsx'
import { UsageChart } from '../contacts/analytics/usage-chart.tsx'
import { dataText, smsText, voiceText } from './format.ts'
import { t } from '../../texts/texts.ts'
import { calendarDate } from '../../ui/time-format.ts'

/** Data usage per day as bars, and all figures in a table. */
export function DailyUsageCard() {
  const { value, ...view } = useCached(usageOfDays[30])
  return (
    <CachedCard
      title={t('Last {usageDays} days', { usageDays: 30 })}
      what={t('daily usage')}
      view={view}
      skeleton="h-80 w-full"
    >
      {value !== null && <Days days={value.days} totals={value.totals} />}
    </CachedCard>
  )
}

function Days({ days, totals }: Pick<DailyUsage, 'days' | 'totals'>) {
  const most = Math.max(0, ...days.map(({ data_mb }) => data_mb))
  const summary = t('{dataMb} of data, {voiceMinutes} of calls, {messages}', {
    dataMb: dataText(totals.data_mb),
    voiceMinutes: voiceText(totals.voice_minutes),
    messages: smsText(totals.messages),
  })
  return (
    <div className="grid gap-4">
      <p className="text-[0.9375rem] tabular">{summary}</p>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in place, there is no file to point to
        role="img"
        aria-label={t('Data by day; the most on one day was {most}. The table below has every figure.', {
          most: dataText(most),
        })}
      >
        <UsageChart days={days} metric="data" />
      </div>
      <details>
        <summary className="min-h-11 py-2.5 text-sm font-semibold text-link">{t('Show the figures')}</summary>
        <Table
          caption={t('Usage by day')}
          columns={[
            { key: 'date', header: t('Day'), cell: (row) => calendarDate(row.date) },
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
