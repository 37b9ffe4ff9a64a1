import { dollars } from '../../texts/money.ts'
import { CalendarClock } from 'lucide-react'
import type { BillForecast } from '../../../api/contract/bills.ts'
import { UNFAMILIAR } from '../../../api/contract/open.ts'
import { billForecast } from '../../data/bills.ts'
import { useCached } from '../../data/cached.ts'
import { subscriber } from '../../data/devices.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CachedCard } from '../../parts/cached-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Cents } from '../pools/cents.tsx'
import { titleOf } from './bill-words.ts'
import { t } from '../../texts/texts.ts'
import { calendarDate } from '../../ui/time-format.ts'

type Next = NonNullable<BillForecast['next']>

/** The next bill due, and whether the pools will cover it. */
export function NextBill({ onBill }: { onBill: (id: string, from: HTMLElement) => void }) {
  const { value, ...view } = useCached(billForecast)
  return (
    <CachedCard
      title={t('Next Bill')}
      what={t('forecast')}
      view={view}
      skeleton="h-40 w-full rounded-control!"
    >
      {value !== null && value.next === null && <NothingDue />}
      {value !== null && value.next !== null && (
        <Forecast next={value.next} simulated={value.simulated} onBill={onBill} />
      )}
    </CachedCard>
  )
}

function NothingDue() {
  const { value } = useCached(subscriber)
  if (value !== null && value.device_count > 0)
    return (
      <EmptyState icon={<CalendarClock />} title={t('Nothing is due')}>
        {t('The first bill of your telecom service comes when this month is over.')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<CalendarClock />}
      title={t('Nothing is due')}
      action={
        <ButtonLink to="/devices" variant="secondary">
          {t('Add a device')}
        </ButtonLink>
      }
    >
      {t('Bills of your telecom service show here, once for each month.')}
    </EmptyState>
  )
}

function Forecast({
  next,
  simulated,
  onBill,
}: {
  next: Next
  simulated: boolean
  onBill: (id: string, from: HTMLElement) => void
}) {
  const { bill_id: bill } = next
  return (
    <div className="grid grid-cols-1 gap-4">
      {next.earlier_cents > 0 && (
        <Banner tone="warning" title={t('{amount} is past due', { amount: dollars(next.earlier_cents) })}>
          {t('Past-due bills are paid first.')}
        </Banner>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <div className="text-sm text-muted">
            {t('{next} · due {dueOn}', { next: titleOf(next), dueOn: calendarDate(next.due_on) })}
          </div>
          <div className="text-3xl font-bold tracking-tight tabular">
            {next.estimated && <span className="text-xl font-semibold text-muted">{t('about')} </span>}
            <Cents cents={next.amount_cents} />
          </div>
        </div>
        {bill !== null && (
          <Button variant="secondary" size="sm" onClick={(event) => onBill(bill, event.currentTarget)}>
            {t('See the bill')}
          </Button>
        )}
      </div>
      <Verdict next={next} />
      <Facts>
        <Fact name={t('Dividend cash now')}>
          <Cents cents={next.dividends_cents} />
        </Fact>
        <Fact name={t('Gains now')}>
          <Cents cents={next.gains_cents} />
        </Fact>
        <Fact name={t('Expected until it is due')}>
          <Cents cents={next.expected_cents} />
        </Fact>
        {next.wallet_cents > 0 && (
          <Fact name={t('USD wallet may add')}>
            <Cents cents={next.wallet_cents} />
          </Fact>
        )}
        {next.earlier_cents > 0 && (
          <Fact name={t('Taken by earlier bills')}>
            <Cents cents={next.earlier_cents} />
          </Fact>
        )}
      </Facts>
      {simulated && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Badge tone="warning">{t('Estimate')}</Badge>
          {t('On a simulated market; it can come out differently.')}
        </p>
      )}
    </div>
  )
}

function Verdict({ next }: { next: Next }) {
  switch (next.covered_by) {
    case 'pools':
      return <Banner tone="credit" title={t('Your pools are expected to cover it')} />
    case 'pools_and_wallet':
      return <Banner tone="credit" title={t('Your pools and your USD wallet are expected to cover it')} />
    case 'nothing':
      return (
        <Banner tone="warning" title={t('Likely {missing} short', { missing: dollars(next.missing_cents) })}>
          {t('Add money to a pool with auto-pay, let auto-pay use your USD wallet, or pay by hand.')}
        </Banner>
      )
    case UNFAMILIAR:
      return null
    default:
      return next.covered_by satisfies never
  }
}
