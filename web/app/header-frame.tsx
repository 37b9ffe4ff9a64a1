import type { ReactNode } from 'react'
import { Link } from '../parts/router.ts'
import { t } from '../texts/texts.ts'
import { LogoMark } from './logo.tsx'

/**
 * The header with the home link, around what depends on the session. Also in index.html, before the app runs
 * (web/start).
 */
export function HeaderFrame({ children }: { children?: ReactNode }) {
  return (
    <header className="sticky top-0 z-20 low:static border-b border-line bg-canvas pt-[env(safe-area-inset-top)]">
      <div className="page-width flex h-16 items-center gap-4">
        <Link
          to="/"
          aria-label={t('Youtility, home')}
          className="flex min-h-11 items-center gap-2.5 rounded-control font-bold tracking-tight"
        >
          <LogoMark className="size-8" />
          <span className="text-lg max-[26rem]:sr-only">{t('Youtility')}</span>
        </Link>
        {/* Items that appear once the session is known come before those already shown, so that nothing moves. */}
        <div className="-me-3 flex grow items-center justify-end gap-0.5">{children}</div>
      </div>
    </header>
  )
}
