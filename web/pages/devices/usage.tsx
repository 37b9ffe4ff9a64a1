import { dollars } from '../../texts/money.ts'
import { ChartNoAxesColumn } from 'lucide-react'
import type { Allowance, Device } from '../../../api/contract/devices.ts'
import type { CurrentUsage } from '../../../api/contract/device-usage.ts'
import type { CachedView } from '../../data/cached.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { Table } from '../../ui/table.tsx'
import { calendarDate, exactTime } from '../../ui/time-format.ts'
import { NeverLoaded } from '../../parts/freshness.tsx'
import { monthlyPlan } from './device-figures.ts'
import { dataText, monthlyCost, percentUsed, smsText, usageTone, usageWord, voiceText } from './format.ts'
import { DailyUsageCard } from './daily-usage.tsx'
import { t } from '../../texts/texts.ts'

/** The tab 'Usage & Billing'; its figures need a plan. */
export default function UsageAndBilling({
  view: { value: usage, ...view },
  devices,
}: {
  view: CachedView<CurrentUsage>
  devices: readonly Device[] | null
}) {
  if (usage === null && view.state === 'never') return <NeverLoaded what={t('usage')} {...view} />
  if (usage === null || devices === null)
    return <Skeletons count={3} each="h-40 w-full rounded-card!" className="gap-4 md:grid-cols-3" />
  const plan = monthlyPlan(devices)
  if (plan.cents === null) {
    return (
      <EmptyState icon={<ChartNoAxesColumn />} title={t('No plan yet')}>
        {t('Usage and costs show here as soon as a device has a plan.')}
      </EmptyState>
    )
  }
  const { monthly_allowances: allowed, usage: used } = usage
  const overage_cents = usage.devices.reduce((sum, device) => sum + device.overage_cents, 0)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-4 md:grid-cols-3">
        <UsageCard
          title={t('Voice Minutes')}
          used={used.voice_minutes_used}
          allowance={allowed.voice_minutes}
          text={voiceText}
        />
        <UsageCard
          title={t('SMS Messages')}
          used={used.sms_count_used}
          allowance={allowed.sms_count}
          text={smsText}
        />
        <UsageCard title={t('Data')} used={used.data_mb_used} allowance={allowed.data_mb} text={dataText} />
      </div>
      <Card title={t('Billing')}>
        <Facts>
          <Fact name={t('Plan')}>{plan.name}</Fact>
          <Fact name={t('Monthly cost')}>{monthlyCost(plan.cents)}</Fact>
          <Fact name={t('Beyond the allowances so far')}>{dollars(overage_cents)}</Fact>
          <Fact name={t('Billing cycle began')}>{calendarDate(used.billing_cycle_start)}</Fact>
          <Fact name={t('Billing cycle ends')}>{calendarDate(used.billing_cycle_end)}</Fact>
          <Fact name={t('Usage recorded until')}>
            {usage.metered_until === null ? t('Nothing yet') : exactTime(Date.parse(usage.metered_until))}
          </Fact>
        </Facts>
      </Card>
      {usage.devices.length > 1 && (
        <Card title={t('By device')}>
          <Table
            caption={t('Usage by device')}
            columns={[
              { key: 'name', header: t('Device'), cell: (row) => row.device_label },
              { key: 'voice', header: t('Voice'), cell: (row) => voiceText(row.usage.voice_minutes_used) },
              { key: 'sms', header: t('Messages'), cell: (row) => smsText(row.usage.sms_count_used) },
              {
                key: 'data',
                header: t('Data'),
                cell: (row) =>
                  `${dataText(row.usage.data_mb_used)} / ${dataText(row.monthly_allowances.data_mb)}`,
              },
              { key: 'over', header: t('Beyond'), align: 'end', cell: (row) => dollars(row.overage_cents) },
            ]}
            rows={usage.devices}
            rowKey={({ device_id }) => device_id}
          />
        </Card>
      )}
      <DailyUsageCard />
    </div>
  )
}

function UsageCard({
  title,
  used,
  allowance,
  text,
}: {
  title: string
  used: number
  allowance: Allowance
  text: (amount: Allowance) => string
}) {
  const percent = percentUsed(used, allowance)
  const tone = usageTone(percent)
  return (
    <section
      aria-label={title}
      className="grid gap-3 rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-bold">{title}</h2>
        <Badge tone={tone}>{allowance === 'unlimited' ? t('No limit') : usageWord(percent)}</Badge>
      </div>
      <p className="text-xl font-bold tabular">
        <bdi translate="no">{text(used)}</bdi>{' '}
        <span className="text-base font-medium text-muted">
          / <bdi translate="no">{text(allowance)}</bdi>
        </span>
      </p>
      <Progress label={t('{title} used', { title })} value={percent / 100} tone={tone} />
      <p className="text-sm text-muted tabular">{t('{percent}% used', { percent })}</p>
    </section>
  )
}
