import { useState } from 'react'
import { deviceWords } from '../../../api/contract/device-words.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { endAllOthers } from '../../data/access-tokens.ts'
import { useCached } from '../../data/cached.ts'
import { endSession, ownSessions, securityEvents } from '../../data/security.ts'
import { pushPlaces } from '../../data/push.ts'
import { PushPlaces } from '../notifications/push-places.tsx'
import { SettingOfflineReason } from '../../parts/offline-reason.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { Badge } from '../../ui/badge.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Button } from '../../ui/button.tsx'
import { CachedCard } from '../../parts/cached-card.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { eventWords } from './security-words.ts'
import { t } from '../../texts/texts.ts'

/** Used instead of a session id: all sessions but the current one. */
const OTHERS = 'others'

/** The member's sessions, each with a button to end it, so that a stranger's session can be ended at once. */
export function Sessions() {
  const { value: sessions, ...view } = useCached(ownSessions)
  const { running, problem, run } = useAttempt({ log: t('Ending a session failed') })
  /** Id of the session that is being or was last ended, or `OTHERS`. */
  const [ending, setEnding] = useState<string | null>(null)
  const end = (what: string) => {
    setEnding(what)
    void run(() => (what === OTHERS ? endAllOthers() : endSession(what)))
  }
  const isEnding = (what: string) => running && ending === what
  const offline = useConnectivity() === 'offline'
  const { value: push } = useCached(pushPlaces)
  const others = sessions?.filter(({ current }) => !current).length ?? 0
  return (
    <CachedCard title={t('Where you are signed in')} what={t('sessions')} view={view} skeleton="h-12 w-full">
      <ul className="grid gap-3">
        {sessions?.map(({ id, device, current, last_seen_at: seen }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <span>
              <span className="font-semibold">{deviceWords(device, t)}</span>{' '}
              {current && <Badge>{t('This device')}</Badge>}
              <span className="block text-sm text-muted">
                <RelativeTime at={seen} prefix={t('Last seen ')} clock="real" />
              </span>
            </span>
            {!current && (
              <Button
                variant="secondary"
                aria-label={t('Sign out on {device}', { device: deviceWords(device, t) })}
                busy={isEnding(id)}
                disabled={offline || (running && !isEnding(id))}
                onClick={() => end(id)}
              >
                {t('Sign out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <div className="mt-4">
          <Button
            variant="danger"
            busy={isEnding(OTHERS)}
            disabled={offline || (running && !isEnding(OTHERS))}
            onClick={() => end(OTHERS)}
          >
            {t('Sign out everywhere else')}
          </Button>
        </div>
      )}
      {push !== null && push.places.length > 0 && (
        <div className="mt-6">
          <PushPlaces places={push.places} title={t('Where you are told while the app is closed')} />
        </div>
      )}
      {(others > 0 || (push !== null && push.places.length > 0)) && (
        <div className="mt-3 empty:hidden">
          <SettingOfflineReason />
        </div>
      )}
      <Problem>{problem}</Problem>
    </CachedCard>
  )
}

/** The member's own security trail, newest first. */
export function SecurityTrail() {
  const { value: events, ...view } = useCached(securityEvents)
  return (
    <CachedCard
      title={t('Security activity')}
      what={t('security activity')}
      view={view}
      skeleton="h-12 w-full"
    >
      <ul className="grid max-h-80 gap-2 overflow-y-auto">
        {events?.map((event) => (
          <li key={event.id} className="flex flex-wrap justify-between gap-x-4 text-[0.9375rem]">
            <span>{eventWords(event)}</span>
            <span className="text-sm text-muted">
              {deviceWords(event.device, t)}, <RelativeTime at={event.at} clock="real" />
            </span>
          </li>
        ))}
      </ul>
    </CachedCard>
  )
}
