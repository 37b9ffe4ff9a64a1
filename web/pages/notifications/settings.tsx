import { useState } from 'react'
import { kindName } from '../../../api/contract/notification-words.ts'
import { OptionalKind, type NotificationSettings } from '../../../api/contract/notifications.ts'
import { useCached } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { changeSettings, notificationSettings } from '../../data/notifications.ts'
import { NeverLoaded } from '../../parts/freshness.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { Problem } from '../../ui/problem.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Push } from './push.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { t } from '../../texts/texts.ts'

/** Chooses which kinds of notifications the member gets. */
export function Settings() {
  const { value: saved, ...view } = useCached(notificationSettings)
  /** The changed settings while they are being saved. */
  const [wanted, setWanted] = useState<NotificationSettings | null>(null)
  const value = wanted ?? saved
  const { running, problem, run } = useAttempt({ log: t('Changing your notifications failed') })
  const offline = useConnectivity() === 'offline'
  const change = (settings: NotificationSettings) => {
    setWanted(settings)
    void run(() => changeSettings(settings).finally(() => setWanted(null)))
  }
  if (value === null && view.state !== 'never') return <Skeleton className="h-96 w-full rounded-card!" />
  return (
    <>
      <Push settings={value} onChange={change} />
      <Card title={t('What you are told of')}>
        {value === null && <NeverLoaded what={t('notification settings')} {...view} />}
        {value !== null && (
          <div className="grid gap-3">
            {OptionalKind.options.map((kind) => (
              <SwitchField
                key={kind}
                label={kindName(kind, t)}
                checked={!value.off.includes(kind)}
                disabled={offline || running}
                onChange={({ target }) =>
                  change({
                    ...value,
                    off: target.checked ? value.off.filter((one) => one !== kind) : [...value.off, kind],
                  })
                }
              />
            ))}
            <p className="text-sm text-muted">
              <span>{t('You are always told of what concerns the security of your account.')}</span>
              {offline && <span>{t(' You are offline: this can be changed with a connection.')}</span>}
            </p>
            <Problem>{problem}</Problem>
          </div>
        )}
      </Card>
    </>
  )
}
