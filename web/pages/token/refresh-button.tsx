import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { refreshWatched } from '../../data/watched.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { t } from '../../texts/texts.ts'

/** Duration of the refresh spinner. */
const SPIN_MS = 1_000

/** Refetches everything on the page. */
export function RefreshButton() {
  const [spinning, setSpinning] = useState(false)
  useEffect(() => {
    if (!spinning) return
    const timer = setTimeout(setSpinning, SPIN_MS, false)
    return () => clearTimeout(timer)
  }, [spinning])
  return (
    <>
      <IconButton
        label={t('Refresh tokens')}
        aria-disabled={spinning || undefined}
        icon={spinning ? <Spinner className="text-base" /> : <RefreshCw className="size-4.5!" />}
        onClick={() => {
          if (spinning) return
          setSpinning(true)
          void refreshWatched()
        }}
      />
      <output className="sr-only">{spinning ? t('Refreshing') : ''}</output>
    </>
  )
}
