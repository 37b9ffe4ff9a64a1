import { ChartColumn, Download, MessageSquare, Phone, Signal } from 'lucide-react'
import type { DailyUsage } from '../../../../api/contract/device-usage.ts'
import { useCached } from '../../../data/cached.ts'
import { usageOfDays } from '../../../data/devices.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../parts/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Segments } from '../../../ui/segments.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { useChosen } from '../../../parts/use-chosen.ts'
import { UnlessNever } from '../../../parts/cached-card.tsx'
import { Age, RefreshFailed } from '../../../parts/freshness.tsx'
import { dataText } from '../words.ts'
import { METRICS, type Metric, usageCsv } from './report.ts'
import { UsageChart } from './usage-chart.tsx'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'
import { calendarDate } from '../../../ui/time-format.ts'

const RANGES = [7, 30, 90] as const
const RANGE_OPTIONS = RANGES.map((days) => ({ value: `${days}` as const, label: t('{days} days', { days }) }))
const DAYS = RANGE_OPTIONS.map(({ value }) => value)
const FIGURES = METRICS.map(({ value }) => value)

type Day = DailyUsage['days'][number]
const COLUMNS: readonly Column<Day>[] = [
  { key: 'date', header: t('Day'), cell: ({ date }) => calendarDate(date) },
  { key: 'calls', header: t('Calls'), align: 'end', cell: ({ calls }) => number(calls) },
  {
    key: 'minutes',
    header: t('Minutes'),
    align: 'end',
    cell: ({ voice_minutes }) => number(voice_minutes),
  },
  {
    key: 'messages',
    header: t('Messages'),
    align: 'end',
    cell: ({ messages }) => number(messages),
  },
  { key: 'data', header: t('Data'), align: 'end', cell: ({ data_mb }) => dataText(data_mb) },
]

/** Calls, messages and data of the member's devices over a range of days. */
export default function AnalyticsTab() {
  const [days, setDays] = useChosen('days', DAYS, '30')
  const range = RANGES.find((one) => `${one}` === days) ?? 30
  const [metric, setMetric] = useChosen<Metric>('figure', FIGURES, 'calls')
  const { value, ...view } = useCached(usageOfDays[range])
  const totals = value?.totals
  const nothing = value !== null && value.devices.length === 0
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Segments legend={t('Range')} options={RANGE_OPTIONS} value={days} onChange={setDays} />
          <Age {...view} />
        </div>
        <Button
          variant="secondary"
          size="sm"
          disabled={value === null}
          icon={<Download />}
          onClick={() =>
            value && saveFile(`usage-${range}-days.csv`, 'text/csv;charset=utf-8', usageCsv(value))
          }
        >
          {t('Download Report')}
        </Button>
      </div>
      <RefreshFailed {...view} />
      <UnlessNever what={t('usage')} view={view}>
        <section aria-label={t('Totals')} className="grid grid-cols-1 gap-3 sm:grid-cols-3 sm:gap-4">
          <Stat
            label={t('Total Calls')}
            value={totals && number(totals.calls)}
            detail={totals && t('{voiceMinutes} minutes', { voiceMinutes: number(totals.voice_minutes) })}
            icon={<Phone />}
          />
          <Stat label={t('Messages')} value={totals && number(totals.messages)} icon={<MessageSquare />} />
          <Stat label={t('Data Usage')} value={totals && dataText(totals.data_mb)} icon={<Signal />} />
        </section>
        {nothing && (
          <Card>
            <EmptyState
              icon={<ChartColumn />}
              title={t('No usage in these days')}
              action={<ButtonLink to="/devices">{t('Manage devices')}</ButtonLink>}
            >
              {t('Calls, messages and data of your eSIM devices will show here.')}
            </EmptyState>
          </Card>
        )}
        {!nothing && (
          <Card title={t('Usage by Day')} aria-busy={value === null}>
            <div className="mb-4 flex">
              <Segments legend={t('Figure')} options={METRICS} value={metric} onChange={setMetric} />
            </div>
            {value === null ? (
              <Skeleton className="h-58 w-full" />
            ) : (
              <>
                <UsageChart days={value.days} metric={metric} />
                <details className="mt-4">
                  <summary className="min-h-11 py-2 text-sm font-semibold text-link">
                    {t('The same as a table')}
                  </summary>
                  <Table
                    caption={t('Usage of the last {range} days, newest first', { range })}
                    columns={COLUMNS}
                    rows={value.days.toReversed()}
                    rowKey={({ date }) => date}
                  />
                </details>
              </>
            )}
          </Card>
        )}
      </UnlessNever>
    </div>
  )
}
