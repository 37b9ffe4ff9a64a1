import { lazy, Suspense } from 'react'

const ClosingBanner = lazy(() => import('./closing-banner.tsx'))

/** Where a page says that the account is closing; its words are loaded where it is shown. */
export function ClosingPlace() {
  return (
    <Suspense>
      <ClosingBanner />
    </Suspense>
  )
}
