import type { ReactNode } from 'react'
import { Spinner } from '../ui/spinner.tsx'
import { t } from '../texts/texts.ts'

/** While it is not known who is there. Also in index.html, before the app runs (web/start). */
export function Verifying() {
  return (
    <Notice live="status" icon={<Spinner className="text-2xl" />} title={t('Verifying Access...')}>
      {t('Checking your Youtility membership')}
    </Notice>
  )
}

/** What stands in place of a member’s page. */
export function Notice({
  icon,
  title,
  actions,
  live,
  children,
}: {
  icon: ReactNode
  title: string
  actions?: ReactNode
  live?: 'status'
  children: ReactNode
}) {
  return (
    <div className="page-width grid min-h-[calc(100dvh-12rem)] place-items-center py-12">
      <div role={live} className="grid max-w-md justify-items-center gap-3 text-center">
        <span
          aria-hidden="true"
          className="mb-2 grid size-16 place-items-center rounded-full bg-primary-soft text-primary"
        >
          {icon}
        </span>
        <h1 className="text-2xl font-bold sm:text-3xl">{title}</h1>
        <p className="text-muted">{children}</p>
        {actions !== undefined && (
          <div className="mt-4 flex w-full flex-wrap justify-center gap-3 max-sm:flex-col">{actions}</div>
        )}
      </div>
    </div>
  )
}
