import { useState } from 'react'
import { kindName } from '../../../api/contract/notification-words.ts'
import { OptionalKind, type PushPlace } from '../../../api/contract/notifications.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { changePlace } from '../../data/push.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { Problem } from '../../ui/problem.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { t } from '../../texts/texts.ts'

/** Chooses which kinds are pushed to this device; kinds in `off`, which the member gets nowhere, are left out. */
export function DeviceKinds({ place, off }: { place: PushPlace; off: readonly OptionalKind[] }) {
  /** The changed kinds while they are being saved. */
  const [wanted, setWanted] = useState<readonly OptionalKind[] | null>(null)
  const { running, problem, run } = useAttempt({ log: t('Changing where you are told failed') })
  const offline = useConnectivity() === 'offline'
  const silent = wanted ?? place.off
  const change = (kinds: readonly OptionalKind[]) => {
    setWanted(kinds)
    void run(() => changePlace(place.id, kinds).finally(() => setWanted(null)))
  }
  const kinds = OptionalKind.options.filter((kind) => !off.includes(kind))
  if (kinds.length === 0) return null
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{t('On this device')}</legend>
      {kinds.map((kind) => (
        <SwitchField
          key={kind}
          label={kindName(kind, t)}
          checked={!silent.includes(kind)}
          disabled={offline || running}
          onChange={({ target }) =>
            change(target.checked ? silent.filter((one) => one !== kind) : [...silent, kind])
          }
        />
      ))}
      <Problem>{problem}</Problem>
    </fieldset>
  )
}
