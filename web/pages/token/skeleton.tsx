import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RowsSkeleton } from '../../ui/row.tsx'
import { t } from '../../texts/texts.ts'

/** The shape of the token panel while its code is on its way. */
export function TokenPanelSkeleton() {
  return (
    <Card title={t('YUT Token')} aria-busy>
      <div className="grid gap-5">
        <div className="grid gap-2 sm:grid-cols-3 sm:gap-3">
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} className="h-12 w-full rounded-control! sm:h-19" />
          ))}
        </div>
        <Skeleton className="h-11 w-72" />
        <Skeleton className="h-28 w-full rounded-control!" />
        <RowsSkeleton lines={5} />
      </div>
    </Card>
  )
}
