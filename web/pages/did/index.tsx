import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '../../../api/contract/session.ts'
import { useAuth } from '../../data/session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShareDialog } from '../profile/share-dialog.tsx'
import { AgentReadiness, BlockchainIntegration, NetworkInformation, Roadmap } from './panels.tsx'
import { Credentials } from './credentials.tsx'
import { Identifier } from './identifier.tsx'
import { IssueDialog, type IssueChoice } from './issue-dialog.tsx'
import { QuickActions } from './quick-actions.tsx'

export default function DidPage() {
  const { user, signIn } = useAuth()
  if (user !== null) return <MembersIdentity key={user.id} user={user} />
  return (
    <div className="page-width py-12">
      <EmptyState
        icon={<Fingerprint />}
        title="Please sign in to manage your DID"
        action={<Button onClick={() => void signIn()}>Sign In</Button>}
      />
    </div>
  )
}

/** A dialog of the page, and the button that gets the focus back. */
interface Opened {
  readonly what: 'share' | { readonly issue: IssueChoice }
  readonly from: HTMLElement
}

function MembersIdentity({ user }: { user: CurrentUser }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => {
    opened?.from.focus()
    setOpened(null)
  }
  const issue = (from: HTMLElement, choice: IssueChoice) => setOpened({ what: { issue: choice }, from })
  return (
    <div className="page-width grid gap-6 py-6 sm:py-10">
      <h1 className="text-3xl font-bold sm:text-4xl">Decentralized Identity Management</h1>
      <Identifier did={user.did} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-6">
          <Credentials onIssue={(from) => issue(from, 'any')} />
          <Roadmap />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <QuickActions
            onIssue={(from) => issue(from, 'YoutilityMemberCredential')}
            onShare={(from) => setOpened({ what: 'share', from })}
          />
          <BlockchainIntegration />
          <AgentReadiness />
          <NetworkInformation />
        </div>
      </div>
      {opened?.what === 'share' && <ShareDialog memberId={user.id} onClose={close} />}
      {opened !== null && opened.what !== 'share' && (
        <IssueDialog choice={opened.what.issue} onClose={close} />
      )}
    </div>
  )
}
