import { IdCard } from 'lucide-react'
import { useCached } from '../data/cached.ts'
import { identityCheck } from './identity/calls.ts'
import { RefreshFailed } from '../parts/freshness.tsx'
import { MembersOnly } from '../parts/members-only.tsx'
import { usePoll } from '../parts/use-poll.ts'
import { Difference, Explained } from './identity/explained.tsx'
import { Standing } from './identity/standing.tsx'
import { t } from '../texts/texts.ts'

export default function IdentityPage() {
  return (
    <MembersOnly icon={<IdCard />} title={t('Please sign in to see whether you are verified')}>
      {() => <Identity />}
    </MembersOnly>
  )
}

/** Whether it is verified who the member is: where they stand, what to do, why it is asked and what is kept. */
function Identity() {
  const view = useCached(identityCheck)
  const { value: check } = view
  usePoll(check !== null && check.waits_for !== null, view.refresh)
  return (
    <div className="page-width grid gap-6 py-6 sm:py-10">
      <header className="grid max-w-2xl gap-2">
        <h1 className="text-3xl font-bold sm:text-4xl">{t('Your identity')}</h1>
        <p className="text-muted">{t('Show once who you are, and more is possible.')}</p>
      </header>
      <RefreshFailed {...view} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-6">
          <Standing check={check} view={view} />
          {check !== null && <Difference check={check} />}
        </div>
        <Explained provider={check?.provider ?? null} />
      </div>
    </div>
  )
}
