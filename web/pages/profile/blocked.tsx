import { useState } from 'react'
import { personText } from '../../../api/contract/person.ts'
import { blockedMembers, unblockMember } from '../../data/blocked.ts'
import { useCached } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { CachedCard } from '../../parts/cached-card.tsx'
import { SettingOfflineReason } from '../../parts/offline-reason.tsx'
import { PersonLines } from '../person-lines.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'

/** Whom the member has blocked, each with a button to unblock them. */
export function Blocked() {
  const { value: blocked, ...view } = useCached(blockedMembers)
  const { running, problem, run } = useAttempt({ log: t('Unblocking a member failed') })
  /** Id of the entry that is being or was last removed. */
  const [ending, setEnding] = useState<string | null>(null)
  const offline = useConnectivity() === 'offline'
  const unblock = (id: string) => {
    setEnding(id)
    void run(() => unblockMember(id))
  }
  return (
    <CachedCard title={t('Blocked members')} what={t('blocked members')} view={view} skeleton="h-12 w-full">
      <p className="text-sm text-muted">
        {blocked?.length === 0
          ? t(
              'You have blocked nobody. You can block who asks you for money, a contact, or who is in a receipt.',
            )
          : t('They cannot find you, send you money or ask you for any. They are not told.')}
      </p>
      {blocked !== null && blocked.length > 0 && (
        <ul aria-label={t('Blocked members')} className="mt-4 grid gap-3">
          {blocked.map(({ id, ...person }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">
                <PersonLines {...person} />
              </span>
              <Button
                variant="secondary"
                aria-label={t('Unblock {name}', { name: personText(person) })}
                busy={running && ending === id}
                disabled={offline || (running && ending !== id)}
                onClick={() => unblock(id)}
              >
                {t('Unblock')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {blocked !== null && blocked.length > 0 && (
        <div className="mt-3 empty:hidden">
          <SettingOfflineReason />
        </div>
      )}
      <Problem>{problem}</Problem>
    </CachedCard>
  )
}
