import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The place of the member's next step: as high while nothing is known yet, so that nothing below it moves. */
export function NextStepFrame({ children }: { children?: ReactNode }) {
  return (
    <div className="page-width py-6">
      <section
        aria-label={t('Your next step')}
        aria-busy={children === undefined}
        className="flex min-h-26 flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-5 py-4 shadow-card max-sm:min-h-42 sm:px-6"
      >
        {children ?? <Skeleton className="h-6 w-2/3" />}
      </section>
    </div>
  )
}
