import { useRef } from 'react'
import type { CurrentUser } from '../../api/contract/session.ts'
import { useCached } from '../data/cached.ts'
import { dashboardFigures, pools as poolsSource } from '../data/pools.ts'
import { useAuth } from '../data/session.tsx'
import { PoolActionPlace } from './pools/action/action-place.tsx'
import { poolFlowOf } from './pools/action/flow.ts'
import { createPool } from './pools/action/openings.ts'
import { BillsPanel } from './bills/bills-panel.tsx'
import { NextBill } from './bills/next-bill.tsx'
import { DetailsPlace } from './bills/details-place.tsx'
import { useShown } from './pools/use-shown.ts'
import { BelowFirstScreen } from '../parts/below-first-screen.tsx'
import { UnlessNever } from '../parts/cached-card.tsx'
import { RefreshFailed } from '../parts/freshness.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useFlow } from '../flow/flow-place.tsx'
import { HideBalancesToggle } from '../parts/hidden-balances.tsx'
import { AiActivity } from './dashboard/ai-activity.tsx'
import { FirstSteps } from './dashboard/first-steps.tsx'
import { IntelligentInsights } from './dashboard/intelligent-insights.tsx'
import { PoolManagement } from './dashboard/pool-management.tsx'
import { QuickActions } from './dashboard/quick-actions.tsx'
import { Stats } from './dashboard/stats.tsx'
import { ClosingPlace } from './profile/closing-place.tsx'
import { t } from '../texts/texts.ts'

const BILLS_SHOWN = 2

export default function DashboardPage() {
  const { user } = useAuth()
  return user === null ? null : <MembersDashboard key={user.id} user={user} />
}

function MembersDashboard({ user }: { user: CurrentUser }) {
  const { value: figures, ...view } = useCached(dashboardFigures)
  const pools = useCached(poolsSource)
  const heading = useRef<HTMLHeadingElement>(null)
  const investing = useFlow(poolFlowOf(user), heading)
  const shown = useShown()
  const onBill = (id: string, from: HTMLElement) => shown.show('bill', id, from)
  const onCreate = (from: HTMLElement) => investing.start(from, createPool)
  return (
    <div className="page-width grid gap-6 py-6 sm:py-10">
      <PageHead title={t('Dashboard')} titleRef={heading} beside={<HideBalancesToggle />} view={view} />
      <PoolActionPlace investing={investing} />
      <DetailsPlace shown={shown} investing={investing} />
      {figures?.account_closing === true && <ClosingPlace />}
      <RefreshFailed {...view} />
      <UnlessNever what={t('figures')} view={view}>
        <Stats figures={figures} />
      </UnlessNever>
      <FirstSteps pools={pools.value} onCreate={onCreate} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-6">
          <PoolManagement pools={pools} onCreate={onCreate} />
          <BelowFirstScreen height_rem={28}>
            <BillsPanel investing={investing} onBill={onBill} shown={BILLS_SHOWN} />
          </BelowFirstScreen>
          <BelowFirstScreen height_rem={20.5}>
            <AiActivity onBill={onBill} />
          </BelowFirstScreen>
        </div>
        <div className="grid grid-cols-1 gap-6">
          <BelowFirstScreen height_rem={14}>
            <QuickActions />
          </BelowFirstScreen>
          <BelowFirstScreen height_rem={19}>
            <NextBill onBill={onBill} />
          </BelowFirstScreen>
          <BelowFirstScreen height_rem={30.5}>
            <IntelligentInsights />
          </BelowFirstScreen>
        </div>
      </div>
    </div>
  )
}
