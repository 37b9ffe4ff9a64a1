import { lazy, Suspense } from 'react'
import { useInstallWay } from './install.ts'

const InstallBanner = lazy(() => import('./install-banner.tsx'))

/** Offers to install the app where the device can do it. */
export function InstallOffer() {
  const way = useInstallWay()
  return <Suspense>{way !== 'none' && <InstallBanner way={way} />}</Suspense>
}
