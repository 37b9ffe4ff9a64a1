import type { ReactNode } from 'react'
import { useConnectivity } from '../data/connectivity.ts'
import { t } from '../texts/texts.ts'

/** Above the buttons of a dialog: why an action that binds can't be done now. */
export function OfflineReason({ children }: { children: ReactNode }) {
  return <output className="block w-full flex-none! text-sm font-medium text-warning">{children}</output>
}

/** Offline, below settings that are stored on the server: why they can't be changed now. */
export function SettingOfflineReason() {
  if (useConnectivity() !== 'offline') return null
  return (
    <p className="w-full text-sm text-muted">
      {t('You are offline; this can be changed when you are back.')}
    </p>
  )
}

/** Offline: a change made now is queued. */
export function WaitsReason() {
  if (useConnectivity() !== 'offline') return null
  return (
    <OfflineReason>
      {t('You are offline. Your change waits on this device and is sent when you are back.')}
    </OfflineReason>
  )
}
