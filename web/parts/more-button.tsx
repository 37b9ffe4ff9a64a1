import { useState } from 'react'
import { useConnectivity } from '../data/connectivity.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { t } from '../texts/texts.ts'

/** A button that is busy while the next rows of a list are loaded. */
export function MoreButton({
  load,
  ...look
}: Omit<ButtonProps, 'busy' | 'onClick'> & { load: () => Promise<void> }) {
  const [loading, setLoading] = useState(false)
  const more = async () => {
    setLoading(true)
    await load()
    setLoading(false)
  }
  return <Button {...look} busy={loading} onClick={() => void more()} />
}

/** Below a list whose older rows are not on this device. */
export function LoadMore({ load }: { load: () => Promise<void> }) {
  const offline = useConnectivity() === 'offline'
  return (
    <div className="grid justify-items-center gap-2">
      <MoreButton variant="secondary" disabled={offline} load={load}>
        {t('Load more')}
      </MoreButton>
      {offline && (
        <p className="text-sm text-muted">{t('You are offline; older activity is not saved here.')}</p>
      )}
    </div>
  )
}
