import { Zap } from 'lucide-react'
import type { Pool } from '../../../api/contract/pools.ts'
import { useCached } from '../../data/cached.ts'
import { billForecast } from '../../data/bills.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Cents } from './cents.tsx'
import { sumCents } from './figures.ts'
import { rich } from '../../texts/rich.tsx'
import { t } from '../../texts/texts.ts'

/** Amounts that pools with auto-pay could pay now; nothing when no open pool has auto-pay. */
export function AutoPaySummary({ pools }: { pools: readonly Pool[] }) {
  const { value: forecast } = useCached(billForecast)
  const paying = pools.filter((pool) => pool.status === 'open' && pool.auto_bill_payment_enabled)
  if (paying.length === 0) return null
  const dividends = sumCents(paying.map((pool) => pool.available_for_bills.dividends_cents))
  const gains = sumCents(paying.map((pool) => pool.available_for_bills.gains_cents))
  return (
    <Card title={t('Auto-Pay Summary')} aside={<Zap className="size-5 text-primary" />}>
      <p className="mb-2 text-[0.9375rem] text-muted">
        {t(
          '{count, plural, one {# pool pays} other {# pools pay}} your bills: dividends first, then gains. What you invested is left alone.',
          { count: paying.length },
        )}
      </p>
      <Facts>
        <Fact name={t('Dividend cash ready')}>
          <Cents cents={dividends} />
        </Fact>
        <Fact name={t('Gains ready')}>
          <Cents cents={gains} />
        </Fact>
        {forecast !== null && (
          <Fact name={t('Expected in 30 days')}>
            <Cents cents={forecast.expected_monthly_cents} />
            <span className="block text-sm font-normal text-muted">{t('Estimate, simulated market')}</span>
          </Fact>
        )}
        {paying.map((pool) => (
          <Fact key={pool.id} name={pool.pool_name}>
            {rich('{dividendsCents} ready', {
              dividendsCents: (
                <Cents
                  cents={pool.available_for_bills.dividends_cents + pool.available_for_bills.gains_cents}
                />
              ),
            })}
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}
