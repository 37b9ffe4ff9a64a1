import { Fingerprint } from 'lucide-react'
import type { CurrentUser } from '../../api/contract/session.ts'
import { ShareDialog } from './profile/share-dialog.tsx'
import { BelowFirstScreen } from '../parts/below-first-screen.tsx'
import { MembersOnly } from '../parts/members-only.tsx'
import { useOpened } from '../parts/use-opened.ts'
import { AgentReadiness, BlockchainIntegration, NetworkInformation, Roadmap } from './credentials/panels.tsx'
import { Credentials } from './credentials/credentials.tsx'
import { Identifier } from './credentials/identifier.tsx'
import { IssueDialog, type IssueChoice } from './credentials/issue-dialog.tsx'
import { QuickActions } from './credentials/quick-actions.tsx'
import { t } from '../texts/texts.ts'

export default function DidPage() {
  return (
    <MembersOnly icon={<Fingerprint />} title={t('Please sign in to manage your DID')}>
      {(user) => <MembersIdentity user={user} />}
    </MembersOnly>
  )
}

function MembersIdentity({ user }: { user: CurrentUser }) {
  const { what, open, close } = useOpened<{ readonly issue: IssueChoice } | 'share'>()
  return (
    <div className="page-width grid gap-6 py-6 sm:py-10">
      <h1 className="text-3xl font-bold sm:text-4xl">{t('Decentralized Identity Management')}</h1>
      <Identifier did={user.did} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-6">
          <Credentials onIssue={(from) => open({ issue: 'any' }, from)} />
          <BelowFirstScreen height_rem={19}>
            <Roadmap />
          </BelowFirstScreen>
        </div>
        <div className="grid grid-cols-1 gap-6">
          <BelowFirstScreen height_rem={15}>
            <QuickActions
              onIssue={(from) => open({ issue: 'YoutilityMemberCredential' }, from)}
              onShare={(from) => open('share', from)}
            />
          </BelowFirstScreen>
          <BelowFirstScreen height_rem={10.5}>
            <BlockchainIntegration />
          </BelowFirstScreen>
          <BelowFirstScreen height_rem={21}>
            <AgentReadiness />
          </BelowFirstScreen>
          <BelowFirstScreen height_rem={16}>
            <NetworkInformation />
          </BelowFirstScreen>
        </div>
      </div>
      {what === 'share' && <ShareDialog memberId={user.id} onClose={close} />}
      {what !== null && what !== 'share' && <IssueDialog choice={what.issue} onClose={close} />}
    </div>
  )
}
