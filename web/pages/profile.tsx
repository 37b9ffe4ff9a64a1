import { Pencil, QrCode, UserRound } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Profile } from '../../api/contract/profile.ts'
import { useCached } from '../data/cached.ts'
import { useConnectivity } from '../data/connectivity.ts'
import { ownProfile } from '../data/profile.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { forgetFormDraft } from '../parts/form-draft.ts'
import { OfferedForm } from '../parts/offered-draft.tsx'
import { BelowFirstScreen } from '../parts/below-first-screen.tsx'
import { MembersOnly } from '../parts/members-only.tsx'
import { useAttempt } from '../parts/use-attempt.ts'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { useNamedPart } from '../parts/use-named-part.ts'
import { UnlessNever } from '../parts/cached-card.tsx'
import { Age, RefreshFailed } from '../parts/freshness.tsx'
import { AccessTokens } from './profile/access-tokens.tsx'
import { Account } from './profile/account.tsx'
import { AppLock } from './profile/app-lock.tsx'
import { Agents } from './profile/agents.tsx'
import { Blocked } from './profile/blocked.tsx'
import { CredentialPanel } from './profile/credential-panel.tsx'
import { DailyLimitPanel } from './profile/daily-limit.tsx'
import { Details } from './profile/details.tsx'
import { EditForm } from './profile/edit-form.tsx'
import { nameOf } from './profile/fields.ts'
import { Handle } from './profile/handle.tsx'
import { PasskeyWait } from './profile/passkey-wait.tsx'
import { Passkeys } from './profile/passkeys.tsx'
import { Portrait } from './profile/portrait.tsx'
import { SecurityTrail, Sessions } from './profile/security.tsx'
import { ShareDialog } from './profile/share-dialog.tsx'
import { Sharing } from './profile/sharing.tsx'
import { ClosingPlace } from './profile/closing-place.tsx'
import { t } from '../texts/texts.ts'

export default function ProfilePage() {
  return (
    <MembersOnly icon={<UserRound />} title={t('Please sign in to see your profile')}>
      {() => <MembersProfile />}
    </MembersOnly>
  )
}

function MembersProfile() {
  const { value: profile, ...view } = useCached(ownProfile)
  useNamedPart(profile !== null)
  if (profile === null)
    return (
      <div className="page-width grid gap-6 py-6 sm:py-10">
        <h1 className="text-3xl font-bold sm:text-4xl">{t('Your Profile')}</h1>
        <UnlessNever what={t('profile')} view={view}>
          <ProfileSkeleton />
        </UnlessNever>
      </div>
    )
  return (
    <div className="page-width grid gap-6 py-6 sm:py-10">
      <PasskeyWait />
      <ClosingPlace />
      <Own profile={profile} age={<Age {...view} />} />
      <RefreshFailed {...view} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-6">
          <BelowFirstScreen id="handle" height_rem={15}>
            <Handle profile={profile} />
          </BelowFirstScreen>
          <BelowFirstScreen id="sharing" height_rem={57.5}>
            <Sharing profile={profile} />
          </BelowFirstScreen>
          <BelowFirstScreen id="sessions" height_rem={8}>
            <Sessions />
          </BelowFirstScreen>
          <BelowFirstScreen id="passkeys" height_rem={20}>
            <Passkeys />
          </BelowFirstScreen>
          <BelowFirstScreen id="app-lock" height_rem={15}>
            <AppLock />
          </BelowFirstScreen>
          <BelowFirstScreen id="access-tokens" height_rem={9}>
            <AccessTokens />
          </BelowFirstScreen>
        </div>
        <div className="grid grid-cols-1 gap-6">
          <BelowFirstScreen id="credentials" height_rem={30}>
            <CredentialPanel kyc={profile.kyc_status} />
          </BelowFirstScreen>
          <BelowFirstScreen id="agents" height_rem={34}>
            <Agents />
          </BelowFirstScreen>
          <BelowFirstScreen id="daily-limit" height_rem={22}>
            <DailyLimitPanel />
          </BelowFirstScreen>
          <BelowFirstScreen id="security-activity" height_rem={7}>
            <SecurityTrail />
          </BelowFirstScreen>
          <BelowFirstScreen id="blocked" height_rem={9}>
            <Blocked />
          </BelowFirstScreen>
          <BelowFirstScreen id="account" height_rem={15}>
            <Account handle={profile.handle} />
          </BelowFirstScreen>
        </div>
      </div>
    </div>
  )
}

/** The page's header and the member's profile, to read or to edit. */
function Own({ profile, age }: { profile: Profile; age: React.ReactNode }) {
  const [editing, setEditing] = useState(false)
  const attempt = useAttempt({
    log: t('Your profile could not be saved.'),
    otherwise: t('Your profile could not be saved.'),
  })
  const [sharing, setSharing] = useState(false)
  const formId = useId()
  const editButton = useRef<HTMLButtonElement>(null)
  const shareButton = useRef<HTMLButtonElement>(null)
  const offline = useConnectivity() === 'offline'
  // The form's buttons disappear with it, so the focus returns to the button that opened it.
  useFocusAfter(editing, editButton)
  useFocusAfter(sharing, shareButton)
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-6 gap-y-6 max-sm:gap-x-4">
        <Portrait name={nameOf(profile)} picture={profile.picture} />
        <div className="relative min-w-0 flex-1">
          <h1 className="text-3xl font-bold wrap-anywhere sm:text-4xl">
            {profile.display_name ?? t('Your Profile')}
          </h1>
          <p className="text-muted">
            <bdi translate="no">@{profile.handle}</bdi>
          </p>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="font-mono text-xs break-all text-muted">{profile.did}</p>
            <div className="-ms-3">
              <CopyButton text={profile.did} label={t('Copy DID')} variant="quiet" />
            </div>
          </div>
          <div className="absolute start-0 top-full whitespace-nowrap">{age}</div>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
          {!editing ? (
            <>
              <Button ref={shareButton} icon={<QrCode />} onClick={() => setSharing(true)}>
                {t('Share DID')}
              </Button>
              <Button ref={editButton} variant="secondary" icon={<Pencil />} onClick={() => setEditing(true)}>
                {t('Edit')}
              </Button>
            </>
          ) : (
            <>
              <Button type="submit" form={formId} busy={attempt.running} disabled={offline}>
                {t('Save')}
              </Button>
              <Button
                variant="secondary"
                disabled={attempt.running}
                onClick={() => {
                  forgetFormDraft('profile')
                  attempt.forget()
                  setEditing(false)
                }}
              >
                {t('Cancel')}
              </Button>
            </>
          )}
        </div>
      </header>
      {!editing && (
        <OfferedForm
          name="profile"
          question={t('Continue editing your profile?')}
          onTakeUp={() => setEditing(true)}
        />
      )}
      <Card title={t('About you')}>
        {editing ? (
          <EditForm id={formId} profile={profile} attempt={attempt} onSaved={() => setEditing(false)} />
        ) : (
          <Details profile={profile} />
        )}
      </Card>
      {sharing && <ShareDialog memberId={profile.id} onClose={() => setSharing(false)} />}
    </>
  )
}

function ProfileSkeleton() {
  return (
    <Card aria-busy="true">
      <div aria-hidden="true" className="grid gap-5">
        <Skeleton className="h-16 w-64" />
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} className="h-5 w-full max-w-md" />
        ))}
      </div>
    </Card>
  )
}
