import { BadgeCheck, ChevronRight, CircleCheck, FileBadge, TriangleAlert } from 'lucide-react'
import type { Profile } from '../../../api/contract/profile.ts'
import { useCached } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { credentials, issueCredential } from '../../data/credentials.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Link } from '../../parts/router.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { longDate } from '../../ui/time-format.ts'
import { NOT_ISSUED, VERDICT_WORD, typeOf } from '../credentials/words.ts'
import { Age, NotYet } from '../../parts/freshness.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { meant, t } from '../../texts/texts.ts'

const KYC_WORD: Readonly<Record<Profile['kyc_status'], string>> = {
  verified: t('Verified'),
  pending: meant('a check of identity', 'Pending'),
  rejected: t('Rejected'),
  unfamiliar: t('Unknown'),
}

/** The member's KYC status and credentials. */
export function CredentialPanel({ kyc }: { kyc: Profile['kyc_status'] }) {
  const { value: list, ...view } = useCached(credentials)
  return (
    <Card title={t('Credentials')} aside={<Age {...view} />} aria-busy={list === null}>
      <Link
        to="/identity"
        className="mb-4 flex items-center justify-between gap-3 rounded-control bg-sunken px-4 py-3 hover:bg-primary-soft"
      >
        <span className="text-[0.9375rem]">{t('KYC status')}</span>
        <span className="inline-flex items-center gap-1.5 font-semibold">
          {kyc === 'verified' ? (
            <CircleCheck className="size-5 text-credit" />
          ) : (
            <TriangleAlert className="size-5 text-warning" />
          )}
          {KYC_WORD[kyc]}
          <ChevronRight className="size-5 text-muted rtl:rotate-180" />
        </span>
      </Link>
      <NotYet what={t('credentials')} {...view}>
        <Skeletons count={2} each="h-10 w-full" className="gap-3" />
      </NotYet>
      {list?.length === 0 && (
        <EmptyState icon={<FileBadge />} title={t('No credentials yet')}>
          {t('A Profile Credential lets others verify what you share.')}
        </EmptyState>
      )}
      {list !== null && list.length > 0 && (
        <ul aria-label={t('Credentials')} className="grid divide-y divide-line">
          {list.map((credential) => (
            <li
              key={credential.id}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3 first:pt-0"
            >
              <div className="max-w-full">
                <div className="font-semibold wrap-anywhere">{typeOf(credential)}</div>
                <div className="text-sm text-muted">
                  {t('Issued {issuanceDate}', {
                    issuanceDate: longDate(Date.parse(credential.issuanceDate)),
                  })}
                </div>
              </div>
              <Badge tone={credential.verified ? 'credit' : 'warning'}>
                {VERDICT_WORD[credential.verdict]}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <Actions />
    </Card>
  )
}

function Actions() {
  const { running, problem, run } = useAttempt({ log: NOT_ISSUED, otherwise: NOT_ISSUED })
  const offline = useConnectivity() === 'offline'
  return (
    <div className="mt-4 grid gap-3">
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          busy={running}
          disabled={offline}
          icon={<BadgeCheck />}
          onClick={() => void run(() => issueCredential('ProfileCredential'))}
        >
          {t('Certify my profile')}
        </Button>
        <ButtonLink to="/did" variant="quiet">
          {t('Manage credentials')}
        </ButtonLink>
      </div>
      {offline && <p className="text-sm text-muted">{t('You are offline; nothing can be issued now.')}</p>}
    </div>
  )
}
