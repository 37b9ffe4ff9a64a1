import { Download } from 'lucide-react'
import { useState } from 'react'
import { type Credential, VERDICT_SENTENCE } from '../../../api/contract/credentials.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { credentialUrl, revokeCredential } from '../../data/credentials.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass, LeaveButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { exactTime } from '../../ui/time-format.ts'
import { typeOf } from './words.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** One credential in full: its claims, whether it is valid, and its actions. */
export function CredentialDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const [chosen, setStep] = useState<'view' | 'confirm'>('view')
  const { running, problem, run } = useAttempt({ otherwise: t('The credential could not be revoked.') })
  const offline = useConnectivity() === 'offline'
  const revoked = credential.revoked_at !== null
  // The credential may have been revoked on another device, or by a request whose response was lost.
  const step = revoked ? 'view' : chosen
  const revoke = () =>
    run(
      () => revokeCredential(credential.id),
      () => setStep('view'),
    )
  const footer =
    step === 'confirm' ? (
      <>
        <Button variant="secondary" disabled={running} onClick={() => setStep('view')}>
          {t('Keep it')}
        </Button>
        <Button variant="danger" busy={running} disabled={offline} onClick={() => void revoke()}>
          {t('Revoke for good')}
        </Button>
      </>
    ) : (
      <>
        {!revoked && (
          <Button variant="danger" disabled={offline} onClick={() => setStep('confirm')}>
            {t('Revoke')}
          </Button>
        )}
        <LeaveButton onClick={onClose} label={t('Close')} />
      </>
    )
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      step={step}
      title={step === 'confirm' ? t('Revoke this credential?') : typeOf(credential)}
      busy={running}
      footer={footer}
    >
      <div className="grid gap-4 pb-2">
        <Problem>{revoked ? null : problem}</Problem>
        {step === 'confirm' ? (
          <p>
            {t(
              'Whoever checks the {credential} from now on will see that it has been revoked. This cannot be undone; you can have a new one issued.',
              { credential: typeOf(credential) },
            )}
          </p>
        ) : (
          <Whole credential={credential} offline={offline} />
        )}
      </div>
    </Dialog>
  )
}

function Whole({ credential, offline }: { credential: Credential; offline: boolean }) {
  const { verified, verdict, issuanceDate, expirationDate, revoked_at: revokedAt } = credential
  const files = [
    ['json', 'JSON'],
    ['jwt', 'VC-JWT'],
  ] as const
  return (
    <>
      <Banner tone={verified ? 'credit' : 'warning'}>{translateServerText(VERDICT_SENTENCE[verdict])}</Banner>
      <Facts>
        <Fact name={t('Type')}>{credential.type.join(', ')}</Fact>
        <Fact name={t('Issuer')}>
          <span className="font-mono text-xs break-all">{credential.issuer}</span>
        </Fact>
        <Fact name={t('Issued')}>{exactTime(Date.parse(issuanceDate))}</Fact>
        <Fact name={t('Expires')}>
          {expirationDate === undefined ? t('Never') : exactTime(Date.parse(expirationDate))}
        </Fact>
        {revokedAt !== null && <Fact name={t('Revoked')}>{exactTime(Date.parse(revokedAt))}</Fact>}
      </Facts>
      <div className="flex flex-wrap gap-3">
        {!offline &&
          files.map(([format, name]) => (
            <a
              key={format}
              href={credentialUrl(credential.id, format)}
              download={`${typeOf(credential)}.${format}`}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              <Download />
              {t('Export {name}', { name })}
            </a>
          ))}
        {offline && (
          <p className="text-sm text-muted">{t('You are offline; it can be exported when you are back.')}</p>
        )}
      </div>
      <details>
        <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm font-medium text-link">
          {t('The signed document')}
        </summary>
        <pre className="mt-2 rounded-control bg-sunken p-3 text-xs break-all whitespace-pre-wrap">
          {JSON.stringify(credential.credential, null, 2)}
        </pre>
      </details>
    </>
  )
}
