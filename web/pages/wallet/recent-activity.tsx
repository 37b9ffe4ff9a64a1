import { Activity as ActivityIcon } from 'lucide-react'
import { memo } from 'react'
import { useList } from '../../data/cached.ts'
import { allActivity } from '../../data/wallet.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ActivityList, ActivitySkeleton } from './activity-list.tsx'
import { Age, NeverLoaded } from '../../parts/freshness.tsx'

const SHOWN = 5

/** The newest few of all activity. */
export const RecentActivity = memo(function RecentActivity() {
  const { rows, state, asOf, error, refresh } = useList(allActivity)
  return (
    <Card title="Recent Activity" aside={<Age state={state} asOf={asOf} />} aria-busy={asOf === null}>
      {asOf === null && state === 'never' && <NeverLoaded what="activity" error={error} retry={refresh} />}
      {asOf === null && state !== 'never' && <ActivitySkeleton lines={SHOWN} />}
      {asOf !== null && rows.length === 0 && (
        <EmptyState icon={<ActivityIcon />} title="Nothing has happened yet">
          What comes in and goes out will show here.
        </EmptyState>
      )}
      <ActivityList label="Recent activity" rows={rows.slice(0, SHOWN)} />
    </Card>
  )
})
