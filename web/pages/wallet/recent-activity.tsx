import { Activity as ActivityIcon } from 'lucide-react'
import { memo, useMemo } from 'react'
import { useList } from '../../data/cached.ts'
import { allActivity } from '../../data/wallet.ts'
import { CachedCard } from '../../parts/cached-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ActivityList } from './activity-list.tsx'
import { RowsSkeleton } from '../../ui/row.tsx'
import { useHiddenBalances } from '../../parts/hidden-balances.tsx'
import { useArrivals } from './arrivals.ts'
import { arrivalWords } from './words.ts'
import { t } from '../../texts/texts.ts'

const SHOWN = 5

/** The newest activities. Money that arrives while the page is open is highlighted briefly and announced. */
export const RecentActivity = memo(function RecentActivity() {
  const { rows, ...view } = useList(allActivity)
  // Only live rows: compared with an old cached list, too many activities would count as new.
  const arrivals = useArrivals(view.state === 'live' ? rows : undefined)
  const arrived = useMemo(() => new Set(arrivals.map(({ id }) => id)), [arrivals])
  const covered = useHiddenBalances()
  const [newest] = arrivals
  return (
    <CachedCard
      title={t('Recent Activity')}
      what={t('activity')}
      view={view}
      skeleton={<RowsSkeleton lines={SHOWN} />}
    >
      {view.asOf !== null && rows.length === 0 && (
        <EmptyState icon={<ActivityIcon />} title={t('Nothing has happened yet')}>
          {t('What comes in and goes out will show here.')}
        </EmptyState>
      )}
      <ActivityList label={t('Recent activity')} rows={rows} most={SHOWN} arrived={arrived} />
      <output className="sr-only">{newest && arrivalWords(newest, covered)}</output>
    </CachedCard>
  )
})
