import { useState } from 'react'
import { PASSKEY_NAME_MAX } from '../../../api/contract/passkeys.ts'
import { useCached } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { addPasskey, ownPasskeys, removePasskey, startPasskeyWait } from '../../data/passkeys.ts'
import { signInAgain } from '../../data/security.ts'
import { CachedCard } from '../../parts/cached-card.tsx'
import { SettingOfflineReason } from '../../parts/offline-reason.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { rememberPlace } from '../../parts/return-place.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { exactTime } from '../../ui/time-format.ts'
import { t } from '../../texts/texts.ts'

/** The member's passkeys, each with a button to remove it, and the ways to add one. */
export function Passkeys() {
  const { value, ...view } = useCached(ownPasskeys)
  const { running, problem, run } = useAttempt({
    otherwise: t('That did not work. A device holds one passkey of yours at most. Please try again.'),
  })
  const [name, setName] = useState('')
  /** Id of the passkey that is being removed, or what else is being done. */
  const [doing, setDoing] = useState<string | null>(null)
  const offline = useConnectivity() === 'offline'
  const begin = (what: string, change: () => Promise<unknown>, done?: () => void) => {
    setDoing(what)
    void run(change, done)
  }
  const buttonOf = (what: string) => ({
    busy: running && doing === what,
    disabled: offline || (running && doing !== what),
  })
  const mayAdd = value !== null && (value.may_add || value.passkeys.length > 0)
  return (
    <CachedCard title={t('Passkeys')} what={t('passkeys')} view={view} skeleton="h-12 w-full">
      {value !== null && (
        <div>
          <p className="text-sm text-muted">
            {t(
              'With a passkey you confirm what matters, such as a large payment, by your fingerprint, face or screen lock.',
            )}
          </p>
          {value.passkeys.length > 0 && (
            <ul className="mt-4 grid gap-3">
              {value.passkeys.map(({ id, name: called, last_used_at: used, created_at: added }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-3">
                  <span className="min-w-0">
                    <span className="font-semibold break-words">{called}</span>
                    <span className="block text-sm text-muted">
                      {used === null ? (
                        <RelativeTime at={added} prefix={t('Added ')} clock="real" />
                      ) : (
                        <RelativeTime at={used} prefix={t('Last used ')} clock="real" />
                      )}
                    </span>
                  </span>
                  <Button
                    variant="secondary"
                    aria-label={t('Remove the passkey {called}', { called })}
                    {...buttonOf(id)}
                    onClick={() => begin(id, () => removePasskey(id))}
                  >
                    {t('Remove')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {mayAdd && (
            <form
              noValidate
              className="mt-4 grid gap-4"
              onSubmit={(event) => {
                event.preventDefault()
                begin(
                  'add',
                  () => addPasskey(name.trim() || t('Passkey')),
                  () => setName(''),
                )
              }}
            >
              <TextField
                label={t('Name of a new passkey')}
                placeholder={t('Such as: My phone')}
                maxLength={PASSKEY_NAME_MAX}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
              <div>
                <Button type="submit" {...buttonOf('add')}>
                  {t('Add a passkey')}
                </Button>
              </div>
            </form>
          )}
          {value.wait === null ? (
            !value.may_add && (
              <WithoutProof
                hasSome={value.passkeys.length > 0}
                signIn={value.sign_in}
                buttonOf={buttonOf}
                begin={begin}
              />
            )
          ) : (
            <p className="mt-4 text-sm text-muted">
              {t('The wait is under way: you may add one from {opens} on.', {
                opens: exactTime(Date.parse(value.wait.opens_at)),
              })}
            </p>
          )}
          <SettingOfflineReason />
        </div>
      )}
      <div className="mt-3 empty:hidden">
        <Problem>{problem}</Problem>
      </div>
    </CachedCard>
  )
}

/** What a member can do who cannot prove who they are: sign in again, or wait a day. */
function WithoutProof({
  hasSome,
  signIn,
  buttonOf,
  begin,
}: {
  hasSome: boolean
  /** Whether a fresh sign-in proves anything. */
  signIn: boolean
  buttonOf: (what: string) => { busy: boolean; disabled: boolean }
  begin: (what: string, change: () => Promise<unknown>) => void
}) {
  return (
    <div className="mt-4 grid gap-3">
      <p className="text-sm text-muted">
        <span>
          {hasSome
            ? t('Lost all your passkeys? After a wait of 24 hours you may add another one.')
            : signIn
              ? t(
                  'To add the first one, sign in again. If that does not help, you may add one after a wait of 24 hours.',
                )
              : t(
                  'With your sign-in provider, signing in again is no proof. You may add the first one after a wait of 24 hours.',
                )}
        </span>{' '}
        <span>{t('Every place where you are signed in is told, and can stop it.')}</span>
      </p>
      <div className="flex flex-wrap gap-3">
        {!hasSome && signIn && (
          <Button
            {...buttonOf('sign-in')}
            onClick={() => {
              rememberPlace(globalThis.location, true)
              begin('sign-in', signInAgain)
            }}
          >
            {t('Sign in again')}
          </Button>
        )}
        <Button variant="secondary" {...buttonOf('start')} onClick={() => begin('start', startPasskeyWait)}>
          {t('Start the wait')}
        </Button>
      </div>
    </div>
  )
}
