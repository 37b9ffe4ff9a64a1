import { clsx } from 'clsx'
import { Skeleton } from './skeleton.tsx'

/** `count` skeletons with the classes `each`, in a grid. */
export function Skeletons({ count, each, className }: { count: number; each: string; className: string }) {
  return (
    <div aria-hidden="true" className={clsx('grid', className)}>
      {Array.from({ length: count }, (_, place) => (
        <Skeleton key={place} className={each} />
      ))}
    </div>
  )
}
