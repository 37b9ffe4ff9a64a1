import type { ReactNode } from 'react'
import { isolated } from './isolated.tsx'
import { Skeleton } from './skeleton.tsx'

/** One figure with its name. `value` undefined: still loading; null: it could not be loaded. */
export function Stat({
  label,
  value,
  detail,
  icon,
}: {
  label: string
  value: ReactNode | undefined
  detail?: ReactNode
  icon?: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="flex items-start justify-between gap-2 text-sm font-medium text-muted">
        <span className="min-w-0 hyphens-auto wrap-anywhere">{label}</span>
        {icon !== undefined && (
          <span aria-hidden="true" className="shrink-0 text-primary [&>svg]:size-5">
            {icon}
          </span>
        )}
      </div>
      <div className="fits-figures text-xl font-bold tracking-tight tabular sm:text-2xl">
        {value === undefined ? <Skeleton className="my-1 h-5 w-28 sm:h-6" /> : isolated(value ?? '—')}
      </div>
      {detail !== undefined && <div className="min-h-5 text-sm text-muted">{detail}</div>}
    </div>
  )
}
