import { Download } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { dismissInstall, install, type InstallWay } from './install.ts'
import { addSplash } from './splash.ts'
import { t } from '../texts/texts.ts'

const InstallByHand = lazy(() => import('./install-by-hand.tsx'))

/** Offers to install the app, in the flow of the page. */
export default function InstallBanner({ way }: { readonly way: Exclude<InstallWay, 'none'> }) {
  const [showsHow, setShowsHow] = useState(false)
  useEffect(() => {
    if (way === 'by-hand') addSplash()
  }, [way])
  return (
    <aside
      aria-label={t('Install Youtility')}
      className="page-width mt-8 mb-2 flex flex-wrap items-center gap-x-4 gap-y-3"
    >
      <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-primary-soft p-4 sm:px-6">
        <Download className="size-5 text-primary" />
        <div className="min-w-52 flex-1">
          <p className="font-semibold">{t('Install Youtility')}</p>
          <p className="text-sm text-muted">{t('Opens from your home screen, shows your wallet offline.')}</p>
        </div>
        <div className="flex gap-2">
          <Button size="sm" variant="quiet" onClick={dismissInstall}>
            {t('Not now')}
          </Button>
          <Button size="sm" onClick={() => (way === 'prompt' ? void install() : setShowsHow(true))}>
            {way === 'prompt' ? t('Install') : t('Show me how')}
          </Button>
        </div>
      </div>
      {showsHow && (
        <Suspense>
          <InstallByHand onClose={() => setShowsHow(false)} />
        </Suspense>
      )}
    </aside>
  )
}
