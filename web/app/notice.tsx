import type { ReactNode } from 'react'
import { RoundIcon } from '../ui/round-icon.tsx'
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
        <RoundIcon className="mb-2 size-16">{icon}</RoundIcon>
        <h1 className="text-2xl font-bold sm:text-3xl">{title}</h1>
        <p className="text-muted">{children}</p>
        {actions !== undefined && (
          <div className="mt-4 flex w-full flex-wrap justify-center gap-3 max-sm:flex-col">{actions}</div>
        )}
      </div>
    </div>
  )
}
