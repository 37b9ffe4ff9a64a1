import { forbidsCookies } from './cookies.ts'
import { clsx } from 'clsx'
import { Suspense } from 'react'
import { useAuth } from '../data/session.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { DeviceNotice } from './device-notice.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { Guard } from './guard.tsx'
import { FreshSignIn } from './fresh-sign-in.tsx'
import { Header } from './header.tsx'
import { InstallOffer } from './install-offer.tsx'
import { useLiveUpdates } from './live-updates.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { useOutboxSending } from './outbox-sending.ts'
import { RouteChange } from './route-change.tsx'
import type { AppRoute } from './routes.tsx'
import { useTheme } from './theme.ts'
import { UpdatePrompt } from './update-prompt.tsx'
import { t } from '../texts/texts.ts'

/** The layout around every page. */
export function Shell({ route }: { route: AppRoute }) {
  const { status, user } = useAuth()
  const signedIn = status === 'signed_in'
  const memberId = signedIn ? (user?.id ?? null) : null
  useOutboxSending(memberId)
  useLiveUpdates(memberId)
  const choice = useTheme()
  const Page = route.page
  const page = (
    <ErrorBoundary key={route.path}>
      <Suspense fallback={<PageSkeleton />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  )
  const membersOnly = route.access === 'members'
  return (
    <div
      className={clsx(
        'flex min-h-dvh flex-col',
        signedIn && 'max-[56.25rem]:pb-[calc(4rem+env(safe-area-inset-bottom))] low:pb-0!',
      )}
    >
      <a
        href="#main"
        className="fixed top-2 start-2 z-60 -translate-y-20 rounded-control bg-primary px-4 py-3 font-semibold text-on-primary focus:translate-y-0"
      >
        {t('Skip to content')}
      </a>
      <RouteChange title={route.title} />
      <Header choice={choice} />
      <OfflineBanner />
      {(signedIn || forbidsCookies()) && <DeviceNotice />}
      {/* A member's page fills the screen from the first paint on, so that nothing below it moves when its data
          arrives. */}
      <main id="main" tabIndex={-1} className={clsx('flex-1', membersOnly && 'min-h-dvh')}>
        {membersOnly ? <Guard>{page}</Guard> : page}
      </main>
      {signedIn && <InstallOffer />}
      <Footer />
      {signedIn && <BottomBar choice={choice} />}
      <UpdatePrompt />
      {signedIn && <FreshSignIn />}
    </div>
  )
}

const CARD = <Skeleton className="h-28 w-full rounded-card!" />

function PageSkeleton() {
  return (
    <div className="page-width min-h-dvh py-10" aria-busy="true">
      <Skeleton className="h-9 w-56" />
      <div className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {CARD}
        {CARD}
        {CARD}
        {CARD}
      </div>
      <Skeleton className="mt-6 h-64 w-full rounded-card!" />
    </div>
  )
}
