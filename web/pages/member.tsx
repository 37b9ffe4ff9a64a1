import { CloudOff, UserRound, UserX } from 'lucide-react'
import type { PublicProfile, SharedField } from '../../api/contract/profile.ts'
import { useParams } from '../parts/router.ts'
import { sentenceOf } from '../data/errors.ts'
import { usePublicProfile } from '../data/public-profile.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../parts/button-link.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SHARED_LABELS } from './profile/fields.ts'
import { Portrait } from './profile/portrait.tsx'
import { Verification } from './member/verification.tsx'
import { t } from '../texts/texts.ts'

/** The profile that a member shares with everybody who has the link, and its verification. */
export default function MemberPage() {
  const { id = '' } = useParams()
  const view = usePublicProfile(id)
  const home = <ButtonLink to="/">{t('Go to the homepage')}</ButtonLink>
  return (
    <div className="page-width max-w-2xl py-6 sm:py-10">
      {view.state !== 'shown' && <h1 className="sr-only">{t('A shared profile')}</h1>}
      {view.state === 'loading' && <MemberSkeleton />}
      {view.state === 'shown' && <Shown profile={view.profile} />}
      {view.state === 'unknown' && (
        <EmptyState icon={<UserRound />} title={t('There is no such member')} action={home}>
          {t('Check the address, or ask for the link again.')}
        </EmptyState>
      )}
      {view.state === 'left' && (
        <EmptyState icon={<UserX />} title={t('This member has left')} action={home}>
          {t('The account was closed and what was shared here has been erased.')}
        </EmptyState>
      )}
      {view.state === 'failed' && (
        <EmptyState
          icon={<CloudOff />}
          title={t('This profile could not be loaded')}
          action={<Button onClick={view.retry}>{t('Try again')}</Button>}
        >
          {sentenceOf(view.error, t('Something went wrong. Please try again.'))}
        </EmptyState>
      )}
    </div>
  )
}

/** Fields that the page's header shows already. */
const IN_HEAD: readonly SharedField[] = ['display_name', 'handle']

function Shown({ profile }: { profile: PublicProfile }) {
  const { shared, did } = profile
  const name =
    shared.display_name ??
    shared.name ??
    (shared.handle === undefined ? t('A Youtility member') : `@${shared.handle}`)
  const fields = Object.entries(SHARED_LABELS).flatMap(([field, label]) => {
    const value = Reflect.get(shared, field) as unknown
    return typeof value === 'string' && !IN_HEAD.some((one) => one === field) ? [{ field, label, value }] : []
  })
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center gap-4">
        <Portrait name={name} picture={null} />
        <div className="min-w-0 flex-1 basis-48">
          <h1 className="text-3xl font-bold wrap-anywhere">{name}</h1>
          {shared.handle !== undefined && (
            <p className="text-muted">
              <bdi translate="no">@{shared.handle}</bdi>
            </p>
          )}
        </div>
      </header>
      <Verification profile={profile} />
      <Card title={t('Shared profile')}>
        {fields.length === 0 && <p className="text-muted">{t('This member shares nothing more.')}</p>}
        {fields.length > 0 && (
          <Facts>
            {fields.map(({ field, label, value }) => (
              <Fact key={field} name={label}>
                <Value field={field} value={value} />
              </Fact>
            ))}
          </Facts>
        )}
      </Card>
      <Card title={t('Decentralized identifier')}>
        <p className="mb-3 font-mono text-sm break-all">{did}</p>
        <CopyButton text={did} label={t('Copy DID')} />
      </Card>
    </div>
  )
}

function Value({ field, value }: { field: string; value: string }) {
  // The server accepts only http and https; any other value is shown as text, never as a link.
  if (field === 'website_url' && /^https?:\/\//i.test(value))
    return (
      <a href={value} target="_blank" rel="noopener noreferrer nofollow" className="link">
        {value}
      </a>
    )
  return (
    <bdi translate="no" className="whitespace-pre-line">
      {value}
    </bdi>
  )
}

function MemberSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <div aria-hidden="true" className="flex items-center gap-4">
        <Skeleton className="size-20 rounded-full" />
        <Skeleton className="h-9 w-48" />
      </div>
      <Card>
        <Skeleton className="h-24 w-full" />
      </Card>
    </div>
  )
}
