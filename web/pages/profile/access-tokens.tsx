import { lazy, Suspense, useRef, useState } from 'react'
import { useConnectivity } from '../../data/connectivity.ts'
import { accessTokens, endAccessToken } from '../../data/access-tokens.ts'
import { useCached } from '../../data/cached.ts'
import { CachedCard } from '../../parts/cached-card.tsx'
import { SettingOfflineReason } from '../../parts/offline-reason.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { signInFirst } from '../../parts/sign-in-first.ts'
import { useAddress } from '../../parts/use-address.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { useFocusAfter } from '../../parts/use-focus-after.ts'
import { formatMoney } from '../../texts/money.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { exactTime } from '../../ui/time-format.ts'
import { scopeName } from './access-token-words.ts'
import { t } from '../../texts/texts.ts'

/** Few members ever need it. */
const AccessTokenDialog = lazy(async () => ({
  default: (await import('./access-token-dialog.tsx')).AccessTokenDialog,
}))

/** The member's access tokens, each with its end and last use and a button to end it. */
export function AccessTokens() {
  const { value: tokens, ...view } = useCached(accessTokens)
  const { running, problem, run } = useAttempt({ log: t('Ending an access token failed') })
  const [ending, setEnding] = useState<string | null>(null)
  const [making, setMaking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(making, button)
  useAddress(['token'], [], () => setMaking(true))
  const asking = useAttempt()
  const make = () =>
    void asking.run(() =>
      signInFirst(
        t('Sign in again to create an access token. This protects you if someone gets hold of your device.'),
        '/profile?token=new',
        () => setMaking(true),
      ),
    )
  const offline = useConnectivity() === 'offline'
  return (
    <CachedCard title={t('Access tokens')} what={t('access tokens')} view={view} skeleton="h-12 w-full">
      {tokens !== null && (
        <>
          <p className="text-sm text-muted">
            {t('For programs of yours. Signing out everywhere else ends them too.')}
          </p>
          {tokens.length > 0 && (
            <ul className="mt-4 grid gap-3">
              {tokens.map(
                ({ id, name, scopes, pay_limit_usd: limit, expires_at: ends, last_used_at: used }) => (
                  <li key={id} className="flex flex-wrap items-center justify-between gap-3">
                    <span className="min-w-0">
                      <span className="font-semibold break-words">{name}</span>
                      <span className="block text-sm text-muted">
                        {scopes.map(scopeName).join(', ') +
                          (limit === null
                            ? ''
                            : ` (${t('{limitUsd} a day', { limitUsd: formatMoney(limit, 'USD') })})`)}
                      </span>
                      <span className="block text-sm text-muted">
                        <span>{t('Until {ends}', { ends: exactTime(Date.parse(ends)) })}</span>
                        <span>,</span>{' '}
                        {used === null ? (
                          <span>{t('never used')}</span>
                        ) : (
                          <RelativeTime at={used} prefix={t('last used ')} clock="real" />
                        )}
                      </span>
                    </span>
                    <Button
                      variant="secondary"
                      aria-label={t('End the access token {name}', { name })}
                      busy={running && ending === id}
                      disabled={offline || (running && ending !== id)}
                      onClick={() => {
                        setEnding(id)
                        void run(() => endAccessToken(id))
                      }}
                    >
                      {t('End')}
                    </Button>
                  </li>
                ),
              )}
            </ul>
          )}
          <div className="mt-4">
            <Button ref={button} variant="secondary" busy={asking.running} disabled={offline} onClick={make}>
              {t('New access token')}
            </Button>
          </div>
          <div className="mt-3 empty:hidden">
            <SettingOfflineReason />
          </div>
        </>
      )}
      <Problem>{problem}</Problem>
      {making && (
        <Suspense>
          <AccessTokenDialog onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </CachedCard>
  )
}
