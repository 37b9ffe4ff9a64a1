import { WifiOff } from 'lucide-react'
import { useConnectivity } from '../data/connectivity.ts'
import { useDeviceStorage } from '../data/device-storage.ts'
import { t } from '../texts/texts.ts'

/** Shows that the server can't be reached, and what still works. In the flow of the page: it covers nothing. */
export function OfflineBanner() {
  const connectivity = useConnectivity()
  const { state } = useDeviceStorage()
  return (
    <output className="block">
      {connectivity === 'offline' && (
        <span className="block bg-warning-soft text-warning">
          <span className="page-width flex items-center gap-2 py-2 text-sm font-medium">
            <WifiOff className="size-4 shrink-0" />
            <span>
              {state === 'memory'
                ? t(
                    'You are offline, and nothing could be saved on this device. You can look at what is open; sending money needs a connection.',
                  )
                : t('You are offline. You can look at what was saved; sending money needs a connection.')}
            </span>
          </span>
        </span>
      )}
    </output>
  )
}
