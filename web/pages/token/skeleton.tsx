import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { RowsSkeleton } from '../../ui/row.tsx'
import { t } from '../../texts/texts.ts'

/** Placeholder in the shape of the token panel while its code loads. */
export function TokenPanelSkeleton() {
  return (
    <Card title={t('YUT Token')} aria-busy>
      <div className="grid gap-5">
        <Skeletons
          count={3}
          each="h-12 w-full rounded-control! sm:h-19"
          className="gap-2 sm:grid-cols-3 sm:gap-3"
        />
        <Skeleton className="h-11 w-72" />
        <Skeleton className="h-28 w-full rounded-control!" />
        <RowsSkeleton lines={5} />
      </div>
    </Card>
  )
}
