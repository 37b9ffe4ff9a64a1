import { lazy, Suspense } from 'react'

const ClosingBanner = lazy(async () => ({
  default: (await import('./profile/closing-banner.tsx')).ClosingBanner,
}))

/** Says beside a member's money that the account is closing; loaded only where it is. */
export const ClosingPlace = ({ closing }: { readonly closing: boolean | undefined }) =>
  closing === true && (
    <Suspense>
      <ClosingBanner />
    </Suspense>
  )
