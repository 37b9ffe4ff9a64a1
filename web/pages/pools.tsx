import { Plus } from 'lucide-react'
import { useRef } from 'react'
import type { CurrentUser } from '../../api/contract/session.ts'
import { useCached } from '../data/cached.ts'
import { pools as poolsSource } from '../data/pools.ts'
import { useAuth } from '../data/session.tsx'
import { Button } from '../ui/button.tsx'
import { BelowFirstScreen } from '../parts/below-first-screen.tsx'
import { UnlessNever } from '../parts/cached-card.tsx'
import { RefreshFailed } from '../parts/freshness.tsx'
import { useAddress } from '../parts/use-address.ts'
import { PageHead } from '../parts/page-head.tsx'
import { useFlow } from '../flow/flow-place.tsx'
import { HideBalancesToggle } from '../parts/hidden-balances.tsx'
import { PoolActionPlace } from './pools/action/action-place.tsx'
import { poolFlowOf } from './pools/action/flow.ts'
import { createPool, payment } from './pools/action/openings.ts'
import { AutoPaySummary } from './pools/auto-pay-summary.tsx'
import { BillsPanel } from './bills/bills-panel.tsx'
import { PayAddress } from './bills/pay-address.tsx'
import { NextBill } from './bills/next-bill.tsx'
import { DetailsPlace } from './bills/details-place.tsx'
import { HowItWorks } from './pools/how-it-works.tsx'
import { MarketClosed, useMarket } from './pools/market.tsx'
import { PoolsPanel } from './pools/pools-panel.tsx'
import { SandboxClock } from './pools/sandbox-clock.tsx'
import { Summary } from './pools/summary.tsx'
import { useShown } from './pools/use-shown.ts'
import { t } from '../texts/texts.ts'

const BILLS_SHOWN = 4

export default function PoolsPage() {
  const { user } = useAuth()
  return user === null ? null : <MembersPools key={user.id} user={user} />
}

function MembersPools({ user }: { user: CurrentUser }) {
  const { value: pools, ...view } = useCached(poolsSource)
  const createButton = useRef<HTMLButtonElement>(null)
  const investing = useFlow(poolFlowOf(user), createButton)
  const shown = useShown()
  const market = useMarket()
  useAddress(['create'], [], () => investing.flow.dispatch(createPool))
  const isClosed = market !== null && market.closed !== null
  const never = pools === null && view.state === 'never'
  const isNew = pools?.length === 0
  const onBill = (id: string, from: HTMLElement) => shown.show('bill', id, from)
  return (
    <div className="page-width grid gap-6 py-6 sm:py-10">
      <PageHead title={t('Youtility Investment Pools')} beside={<HideBalancesToggle />} view={view}>
        <Button
          ref={createButton}
          icon={<Plus />}
          className="max-sm:w-full"
          disabled={isClosed}
          onClick={(event) => investing.start(event.currentTarget, createPool)}
        >
          {t('Create Pool')}
        </Button>
      </PageHead>
      <MarketClosed market={market} />
      <PoolActionPlace investing={investing} />
      <PayAddress
        pay={(bill) => investing.flow.dispatch(payment(bill))}
        show={(id) => shown.show('bill', id)}
      />
      <DetailsPlace shown={shown} investing={investing} />
      <RefreshFailed {...view} />
      <UnlessNever what={t('pools')} view={view}>
        <Summary pools={pools} />
      </UnlessNever>
      {isNew && <HowItWorks />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-6">
          {!never && (
            <PoolsPanel
              pools={pools}
              investing={investing}
              isClosed={isClosed}
              onDetails={(id, from) => shown.show('pool', id, from)}
            />
          )}
          <BelowFirstScreen height_rem={28}>
            <BillsPanel investing={investing} onBill={onBill} shown={BILLS_SHOWN} />
          </BelowFirstScreen>
        </div>
        <div className="grid grid-cols-1 gap-6">
          <BelowFirstScreen height_rem={19}>
            <NextBill onBill={onBill} />
          </BelowFirstScreen>
          <BelowFirstScreen height_rem={22}>
            {pools !== null && <AutoPaySummary pools={pools} />}
          </BelowFirstScreen>
        </div>
      </div>
      {!isNew && (
        <BelowFirstScreen height_rem={30}>
          <HowItWorks />
        </BelowFirstScreen>
      )}
      <BelowFirstScreen>
        <SandboxClock />
      </BelowFirstScreen>
    </div>
  )
}
