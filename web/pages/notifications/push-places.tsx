import { deviceWords } from '../../../api/contract/device-words.ts'
import type { PushPlace } from '../../../api/contract/notifications.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { endPlace } from '../../data/push.ts'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { Problem } from '../../ui/problem.tsx'
import { Button } from '../../ui/button.tsx'
import { t } from '../../texts/texts.ts'

/** Browsers that receive pushes, each with a button to turn it off; nothing when there are none. */
export function PushPlaces({ places, title }: { places: readonly PushPlace[]; title: string }) {
  const { running, problem, run } = useAttempt({ log: t('Changing where you are told failed') })
  const offline = useConnectivity() === 'offline'
  if (places.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ul className="grid gap-3">
        {places.map(({ id, device, created_at: since, signed_in }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <span>
              {deviceWords(device, t)}
              <span className="block text-sm text-muted">
                <RelativeTime at={since} prefix={t('Since ')} clock="real" />
                {!signed_in && (
                  <span>
                    {t(
                      ' · signed out; ends unless you sign in there again. Turn it off if you do not know it.',
                    )}
                  </span>
                )}
              </span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('Turn off on {device}', { device: deviceWords(device, t) })}
              disabled={offline || running}
              onClick={() => void run(() => endPlace(id))}
            >
              {t('Turn off')}
            </Button>
          </li>
        ))}
      </ul>
      <Problem>{problem}</Problem>
    </div>
  )
}
