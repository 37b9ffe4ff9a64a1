import { PiggyBank, ReceiptText, Sparkles, Zap } from 'lucide-react'
import type { Dashboard } from '../../../api/contract/pools.ts'
import { Stat } from '../../ui/stat.tsx'
import { Cents } from '../pools/cents.tsx'
import { directionOf, gainOf, percentText } from '../pools/figures.ts'
import { t } from '../../texts/texts.ts'

/** Four cards with the member's figures; null: still loading. */
export function Stats({ figures }: { figures: Dashboard | null }) {
  const gain =
    figures === null
      ? null
      : gainOf({
          current_value_cents: figures.total_pool_value_cents,
          total_invested_cents: figures.total_invested_cents,
        })
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <Stat
        label={t('Total Pool Value')}
        icon={<PiggyBank />}
        value={figures === null ? undefined : <Cents cents={figures.total_pool_value_cents} fit />}
        detail={
          gain === null ? (
            ' '
          ) : (
            <>
              <Cents cents={gain.cents} direction={directionOf(gain.cents)} />{' '}
              <span>({percentText(gain.basisPoints)})</span>
            </>
          )
        }
      />
      <Stat
        label={t('Bills Paid by Investments')}
        icon={<ReceiptText />}
        value={figures === null ? undefined : <Cents cents={figures.bills_paid_by_investments_cents} fit />}
        detail={
          figures === null
            ? ' '
            : t('{count, plural, one {# bill} other {# bills}}', {
                count: figures.bills_paid_by_investments,
              })
        }
      />
      <Stat
        label={t('Active Services')}
        icon={<Zap />}
        value={figures?.active_services.length}
        detail={
          figures === null
            ? ' '
            : figures.active_services.length === 0
              ? t('None yet')
              : figures.active_services.map(({ title }) => title).join(', ')
        }
      />
      <Stat
        label={t('Cost Savings')}
        icon={<Sparkles />}
        value={figures === null ? undefined : <Cents cents={figures.cost_savings_cents} fit />}
        detail={t('Paid by pools, a month on average')}
      />
    </div>
  )
}
