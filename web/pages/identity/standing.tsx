import { CircleCheck, Hourglass, IdCard, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { IdentityCheck } from '../../../api/contract/identity-check.ts'
import type { View } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { beginIdentityCheck } from './calls.ts'
import { CachedCard } from '../../parts/cached-card.tsx'
import { SettingOfflineReason } from '../../parts/offline-reason.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { RoundIcon } from '../../ui/round-icon.tsx'
import { longDate } from '../../ui/time-format.ts'
import { t } from '../../texts/texts.ts'
import { TestPersons } from './test-persons.tsx'
import { beginWords, REASON_WORDS, standingWords } from './words.ts'

const LOOKS: Readonly<Record<IdentityCheck['state'], readonly [Icon: LucideIcon, tone?: string]>> = {
  unverified: [IdCard],
  pending: [Hourglass, 'bg-warning-soft text-warning'],
  verified: [CircleCheck, 'bg-credit-soft text-credit'],
  rejected: [TriangleAlert, 'bg-debit-soft text-debit'],
  lapsed: [TriangleAlert, 'bg-warning-soft text-warning'],
  unfamiliar: [IdCard],
}

/** Where the member stands, and what to do next. */
export function Standing({ check, view }: { check: IdentityCheck | null; view: View }) {
  return (
    <CachedCard title={t('Where you stand')} what={t('identity')} view={view} skeleton="h-40 w-full">
      {check !== null && (
        <>
          <State check={check} />
          <Further check={check} />
          <Begin check={check} />
          {check.provider === 'sandbox' && check.waits_for === 'member' && (
            <TestPersons offered={check.test_persons} />
          )}
        </>
      )}
    </CachedCard>
  )
}

function State({ check }: { check: IdentityCheck }) {
  const [Icon, tone] = LOOKS[check.state]
  const { title, text } = standingWords(check)
  return (
    <div className="flex items-start gap-4">
      <RoundIcon className="size-12 shrink-0 [&>svg]:size-6" tone={tone}>
        <Icon />
      </RoundIcon>
      {/* Read out when the check has ended while the page is open. */}
      <output className="block min-w-0">
        <span className="block text-xl font-bold">{title}</span>
        <span className="mt-1 block text-muted">{text}</span>
      </output>
    </div>
  )
}

/** What there is to say beside the state: a renewal under way, and why nothing can be begun. */
function Further({ check }: { check: IdentityCheck }) {
  const { state, reason, waits_for: waitsFor, begin_from: from, provider } = check
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {state === 'verified' && waitsFor === 'provider' && (
        <Banner>{t('Your renewal is being checked. Until then, and if it fails, you stay verified.')}</Banner>
      )}
      {state === 'verified' && reason !== null && (
        <Banner tone="warning" title={t('Your renewal could not be verified')}>
          {REASON_WORDS[reason]}
        </Banner>
      )}
      {provider === null && (
        <Banner tone="warning">
          {t(
            'Identities cannot be verified here yet. Whoever runs this service can tell you more: see Help.',
          )}
        </Banner>
      )}
      {from !== null && (
        <Banner tone="warning">
          {t('You have begun many checks lately. You can begin another on {day}.', {
            day: longDate(Date.parse(from)),
          })}
        </Banner>
      )}
    </div>
  )
}

function Begin({ check }: { check: IdentityCheck }) {
  const failed = t('The check could not be begun. Trying again is safe.')
  const { running, problem, run } = useAttempt({ log: failed, otherwise: failed })
  const offline = useConnectivity() === 'offline'
  const label = beginWords(check)
  // The sandbox's check is answered on this page.
  if (label === null || (check.provider === 'sandbox' && check.waits_for === 'member')) return null
  return (
    <div className="mt-5 grid gap-3">
      <Problem>{problem}</Problem>
      <div>
        <Button
          busy={running}
          disabled={offline}
          onClick={() =>
            void run(beginIdentityCheck, (url) => {
              if (url?.startsWith('https://') === true) globalThis.location.assign(url)
            })
          }
        >
          {label}
        </Button>
      </div>
      {check.provider === 'stripe' && (
        <p className="text-sm text-muted">{t('You go on at Stripe, and come back here afterwards.')}</p>
      )}
      <SettingOfflineReason />
    </div>
  )
}
