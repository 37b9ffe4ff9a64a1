import { clsx } from 'clsx'
import { BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { NotificationSettings } from '../../../api/contract/notifications.ts'
import { useCached } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { pushPlaces, pushState, startPush, stopPush, type PushState } from '../../data/push.ts'
import { DeviceKinds } from './device-kinds.tsx'
import { PushPlaces } from './push-places.tsx'
import { SettingOfflineReason } from '../../parts/offline-reason.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { Badge } from '../../ui/badge.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { t } from '../../texts/texts.ts'

/** Why this browser cannot show pushes, and what the member can do. */
const HINTS: Readonly<Record<Exclude<PushState, 'off' | 'on'>, string>> = {
  unable: t('This browser can’t show notifications of a website that is closed.'),
  install_first: t(
    'On an iPhone or iPad, add Youtility to the home screen first: Share, then Add to Home Screen.',
  ),
  refused: t(
    'You have told this browser not to show notifications of Youtility. You can change that in its settings for this site.',
  ),
}

/** Settings for pushes: on this device, on other devices, and whether they show amounts and names. */
export function Push({
  settings,
  onChange,
}: {
  settings: NotificationSettings | null
  onChange: (settings: NotificationSettings) => void
}) {
  const { value } = useCached(pushPlaces)
  const [state, setState] = useState<PushState | null>(null)
  const { running, problem, run } = useAttempt({ log: t('Changing where you are told failed') })
  const offline = useConnectivity() === 'offline'
  useEffect(() => {
    pushState().then(setState, () => setState('unable'))
  }, [])
  const here = value?.places.find(({ current }) => current)
  const others = value?.places.filter(({ current }) => !current || state !== 'on') ?? []
  return (
    <Card title={t('When the app is closed')}>
      <div className="grid gap-4">
        {/* Reserves the space until the state has loaded, because pushes are mostly off. */}
        {(state === 'off' || state === null) && (
          <div
            className={clsx(
              'flex flex-wrap items-center justify-between gap-3',
              state === null && 'invisible',
            )}
          >
            <p className="max-w-prose text-[0.9375rem] text-muted">
              {t(
                'This device can tell you when money comes in or something needs you, even while Youtility is closed.',
              )}
            </p>
            <Button
              icon={<BellRing />}
              busy={running}
              disabled={offline}
              onClick={() => void run(async () => setState(await startPush()))}
            >
              {t('Tell me on this device')}
            </Button>
          </div>
        )}
        {state === 'on' && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-[0.9375rem]">
              <Badge tone="credit">{t('On')}</Badge> {t('You are told on this device.')}
            </p>
            <Button
              variant="secondary"
              busy={running}
              disabled={offline}
              onClick={() => void run(async () => setState(await stopPush()))}
            >
              {t('Turn off here')}
            </Button>
          </div>
        )}
        {(state === 'unable' || state === 'install_first' || state === 'refused') && (
          <p className="text-[0.9375rem] text-muted">{HINTS[state]}</p>
        )}
        {state === 'on' && here !== undefined && settings !== null && (
          <DeviceKinds place={here} off={settings.off} />
        )}
        {settings !== null && (
          <SwitchField
            label={t('Show amounts and names')}
            hint={t(
              'Anybody who sees the lock screen can read them. Without it a notification only says what kind it is.',
            )}
            checked={settings.amounts}
            disabled={offline}
            onChange={({ target }) => onChange({ ...settings, amounts: target.checked })}
          />
        )}
        <PushPlaces places={others} title={t('Also told on')} />
        <SettingOfflineReason />
        <Problem>{problem}</Problem>
      </div>
    </Card>
  )
}
