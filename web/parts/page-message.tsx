import type { ReactNode } from 'react'
import { RoundIcon } from '../ui/round-icon.tsx'

/** Content shown in place of a page. */
export function PageMessage({
  icon,
  tone,
  title,
  actions,
  live,
  children,
}: {
  icon: ReactNode
  /** Colours of the icon. */
  tone?: string
  title: string
  actions?: ReactNode
  live?: 'status' | 'alert'
  children: ReactNode
}) {
  return (
    <div className="page-width grid min-h-[calc(100dvh-12rem)] place-items-center py-12">
      <div role={live} className="grid max-w-md justify-items-center gap-3 text-center">
        <RoundIcon className="mb-2 size-16" tone={tone}>
          {icon}
        </RoundIcon>
        <h1 className="text-2xl font-bold sm:text-3xl">{title}</h1>
        <p className="text-muted">{children}</p>
        {actions !== undefined && (
          <div className="mt-4 flex w-full flex-wrap justify-center gap-3 max-sm:flex-col">{actions}</div>
        )}
      </div>
    </div>
  )
}
