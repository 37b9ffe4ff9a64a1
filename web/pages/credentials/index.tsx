import { Fingerprint } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CurrentUser } from '../../../api/contract/session.ts'
import { useAuth } from '../../data/session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShareDialog } from '../profile/share-dialog.tsx'
import { Below } from '../../parts/below.tsx'
import { useFocusAfter } from '../../parts/use-focus-after.ts'
import { AgentReadiness, BlockchainIntegration, NetworkInformation, Roadmap } from './panels.tsx'
import { Credentials } from './credentials.tsx'
import { Identifier } from './identifier.tsx'
import { IssueDialog, type IssueChoice } from './issue-dialog.tsx'
import { QuickActions } from './quick-actions.tsx'
import { t } from '../../texts/texts.ts'

export default function DidPage() {
  const { user, signIn } = useAuth()
  if (user !== null) return <MembersIdentity key={user.id} user={user} />
  return (
    <div className="page-width py-12">
      <EmptyState
        icon={<Fingerprint />}
        title={t('Please sign in to manage your DID')}
        action={<Button onClick={() => void signIn()}>{t('Sign In')}</Button>}
      />
    </div>
  )
}

/** A dialog of the page. */
type Opened = 'share' | { readonly issue: IssueChoice }

function MembersIdentity({ user }: { user: CurrentUser }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const opener = useRef<HTMLElement>(null)
  useFocusAfter(opened !== null, opener)
  const close = () => setOpened(null)
  const open = (from: HTMLElement, what: Opened) => {
    opener.current = from
    setOpened(what)
  }
  const issue = (from: HTMLElement, choice: IssueChoice) => open(from, { issue: choice })
  return (
    <div className="page-width grid gap-6 py-6 sm:py-10">
      <h1 className="text-3xl font-bold sm:text-4xl">{t('Decentralized Identity Management')}</h1>
      <Identifier did={user.did} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-6">
          <Credentials onIssue={(from) => issue(from, 'any')} />
          <Below height_rem={19}>
            <Roadmap />
          </Below>
        </div>
        <div className="grid grid-cols-1 gap-6">
          <Below height_rem={15}>
            <QuickActions
              onIssue={(from) => issue(from, 'YoutilityMemberCredential')}
              onShare={(from) => open(from, 'share')}
            />
          </Below>
          <Below height_rem={10.5}>
            <BlockchainIntegration />
          </Below>
          <Below height_rem={21}>
            <AgentReadiness />
          </Below>
          <Below height_rem={16}>
            <NetworkInformation />
          </Below>
        </div>
      </div>
      {opened === 'share' && <ShareDialog memberId={user.id} onClose={close} />}
      {opened !== null && opened !== 'share' && <IssueDialog choice={opened.issue} onClose={close} />}
    </div>
  )
}
