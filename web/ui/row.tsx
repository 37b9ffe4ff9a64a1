import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { RoundIcon } from './round-icon.tsx'
import { Skeleton } from './skeleton.tsx'

/** One line of a list: an icon, a title with an amount beside it, and further content. */
export function Row({
  Icon,
  title,
  amount,
  centered = false,
  children,
}: {
  Icon: LucideIcon
  title?: ReactNode
  amount?: ReactNode
  /** The icon is vertically centred instead of beside the title. */
  centered?: boolean
  children: ReactNode
}) {
  return (
    <div className={clsx('flex gap-3', centered ? 'items-center' : 'items-start')}>
      <RoundIcon className={clsx('size-9', centered || 'mt-0.5')}>
        <Icon className="size-4.5" />
      </RoundIcon>
      <div className="min-w-0 flex-1">
        {title !== undefined && (
          <div className="flex items-baseline justify-between gap-x-4">
            <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>
            {amount}
          </div>
        )}
        {children}
      </div>
    </div>
  )
}

/** Placeholder for rows that are being loaded. */
export const RowsSkeleton = memo(function RowsSkeleton({ lines }: { lines: number }) {
  return (
    <div aria-hidden="true" className="grid gap-5">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="flex items-center gap-3">
          <Skeleton className="size-9 shrink-0 rounded-full!" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-20" />
          </div>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  )
})
