import { useState } from 'react'
import { type LockMinutes, lockSetting, setLock, verifyPresence, watchUse } from '../../data/app-lock.ts'
import { useCached } from '../../data/cached.ts'
import { ownPasskeys } from '../../data/passkeys.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { Card } from '../../ui/card.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { t } from '../../texts/texts.ts'

const OFF = 'off'
type Choice = `${LockMinutes}` | typeof OFF

const MINUTES: Readonly<Record<Exclude<Choice, typeof OFF>, LockMinutes>> = { 0: 0, 1: 1, 5: 5, 15: 15 }

const choiceNow = (): Choice => {
  const setting = lockSetting()
  return setting === null ? OFF : `${setting.minutes}`
}

/** Sets the lock of this device, or takes it away: by the passkey that opens it, so that nobody locks themselves out. */
const change = async (choice: Choice): Promise<void> => {
  const passkey = await verifyPresence(lockSetting()?.passkey)
  if (choice === OFF) return setLock(null)
  setLock({ minutes: MINUTES[choice], passkey })
  watchUse()
}

/** When this device asks for a passkey before it shows anything. */
export function AppLock() {
  const { value } = useCached(ownPasskeys)
  const [chosen, setChosen] = useState(choiceNow)
  const { running, problem, run } = useAttempt({
    otherwise: t('The lock stays as it was: no passkey confirmed that it’s you.'),
  })
  const hasNone = chosen === OFF && value?.passkeys.length === 0
  return (
    <Card title={t('App lock')} aside={running && <Spinner />}>
      <p className="text-sm text-muted">
        {t(
          'This device asks for a passkey before it shows anything of yours, offline too, and hides your figures in the list of open apps. It keeps curious eyes out, not somebody who controls the browser. Signing out ends it.',
        )}
      </p>
      <div className="mt-4 grid gap-3">
        <Select<Choice>
          label={t('Lock this app')}
          hint={hasNone ? t('Add a passkey above first.') : undefined}
          disabled={hasNone || running}
          value={chosen}
          options={[
            { value: OFF, label: t('Never') },
            { value: '0', label: t('At once, when I leave it') },
            { value: '1', label: t('After 1 minute') },
            { value: '5', label: t('After 5 minutes') },
            { value: '15', label: t('After 15 minutes') },
          ]}
          onChoose={(choice) =>
            void run(
              () => change(choice),
              () => setChosen(choiceNow),
            )
          }
        />
        <Problem>{problem}</Problem>
      </div>
    </Card>
  )
}
