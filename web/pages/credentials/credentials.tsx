import { Eye, FileBadge, Plus } from 'lucide-react'
import type { Credential } from '../../../api/contract/credentials.ts'
import { useCached } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { credentials } from '../../data/credentials.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CachedCard } from '../../parts/cached-card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { longDate } from '../../ui/time-format.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { RefreshFailed } from '../../parts/freshness.tsx'
import { useOpened } from '../../parts/use-opened.ts'
import { CredentialDialog } from './credential-dialog.tsx'
import { typeOf, VERDICT_WORD } from './words.ts'
import { t } from '../../texts/texts.ts'

/** The member's credentials: view, copy, download or revoke one, or issue a new one. */
export function Credentials({ onIssue }: { onIssue: (from: HTMLElement) => void }) {
  const { value: list, ...view } = useCached(credentials)
  const viewed = useOpened<string>()
  const offline = useConnectivity() === 'offline'
  // Read from the current list, so that the dialog shows a revocation at once.
  const shown = list?.find(({ id }) => id === viewed.what)
  return (
    <CachedCard
      title={t('Verifiable Credentials')}
      what={t('credentials')}
      view={view}
      skeleton="h-36 w-full"
    >
      <div className="mb-5 empty:hidden">
        <RefreshFailed {...view} />
      </div>
      {list?.length === 0 && (
        <EmptyState
          icon={<FileBadge />}
          title={t('No credentials yet')}
          action={
            <Button disabled={offline} onClick={(event) => onIssue(event.currentTarget)}>
              {t('Issue Your First Credential')}
            </Button>
          }
        >
          {offline
            ? t('You are offline; a credential can be issued when you are back.')
            : t('A credential is a signed statement about you that anybody can check.')}
        </EmptyState>
      )}
      {list !== null && list.length > 0 && (
        <ul aria-label={t('Verifiable Credentials')} className="grid divide-y divide-line">
          {list.map((credential) => (
            <Row
              key={credential.id}
              credential={credential}
              onView={(from) => viewed.open(credential.id, from)}
            />
          ))}
        </ul>
      )}
      {list !== null && (
        <div className="mt-4">
          <Button
            variant="secondary"
            disabled={offline}
            icon={<Plus />}
            onClick={(event) => onIssue(event.currentTarget)}
          >
            {t('Issue New')}
          </Button>
          {offline && list.length > 0 && (
            <p className="mt-2 text-sm text-muted">{t('You are offline; nothing can be issued now.')}</p>
          )}
        </div>
      )}
      {shown !== undefined && <CredentialDialog credential={shown} onClose={viewed.close} />}
    </CachedCard>
  )
}

function Row({ credential, onView }: { credential: Credential; onView: (from: HTMLElement) => void }) {
  const { verified, verdict, issuanceDate, expirationDate } = credential
  const type = typeOf(credential)
  return (
    <li className="grid gap-2 py-4 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <div className="font-semibold wrap-anywhere">{credential.type.join(', ')}</div>
          <div className="font-mono text-xs break-all text-muted">{credential.issuer}</div>
        </div>
        <Badge tone={verified ? 'credit' : 'warning'}>{VERDICT_WORD[verdict]}</Badge>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-muted">
          {t('Issued {issuanceDate} · Expires {expirationDate}', {
            issuanceDate: longDate(Date.parse(issuanceDate)),
            expirationDate: expirationDate === undefined ? t('Never') : longDate(Date.parse(expirationDate)),
          })}
        </p>
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="sm"
            icon={<Eye />}
            onClick={(event) => onView(event.currentTarget)}
          >
            {t('View')}
            <VisuallyHidden> {type}</VisuallyHidden>
          </Button>
          <CopyButton
            text={JSON.stringify(credential.credential, null, 2)}
            copiedLabel={t('Copied to clipboard!')}
          />
        </div>
      </div>
    </li>
  )
}
