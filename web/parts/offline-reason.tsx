import type { ReactNode } from 'react'
import { useConnectivity } from '../data/connectivity.ts'
import { t } from '../texts/texts.ts'

/** Above the buttons of a dialog: why what binds can't be done now. */
export function OfflineReason({ children }: { children: ReactNode }) {
  return <output className="block w-full flex-none! text-sm font-medium text-warning">{children}</output>
}

/** Offline: what becomes of a change that is made now. */
export function WaitsReason() {
  if (useConnectivity() !== 'offline') return null
  return (
    <OfflineReason>
      {t('You are offline. Your change waits on this device and is sent when you are back.')}
    </OfflineReason>
  )
}
