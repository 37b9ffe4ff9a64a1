import type { ReactNode } from 'react'
import { Heading } from './heading.tsx'
import { RoundIcon } from './round-icon.tsx'

/** Says that there is nothing, why, and what to do about it. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 px-2 py-8 text-center">
      {icon !== undefined && <RoundIcon className="size-14 [&>svg]:size-6">{icon}</RoundIcon>}
      <Heading className="text-lg font-bold">{title}</Heading>
      {children !== undefined && <div className="text-[0.9375rem] text-muted">{children}</div>}
      {action !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
