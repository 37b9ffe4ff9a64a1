import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CredentialType } from '../../../api/contract/credentials.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { issueCredential } from '../../data/credentials.ts'
import { sentenceOf } from '../../data/errors.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { TYPES } from './words.ts'
import { t } from '../../texts/texts.ts'

/** Which types can be chosen: any, or the one that was asked for. */
export type IssueChoice = CredentialType | 'any'

/** Says what a credential will state before it is issued. */
export function IssueDialog({ choice, onClose }: { choice: IssueChoice; onClose: () => void }) {
  const offered = choice === 'any' ? TYPES : TYPES.filter(({ type }) => type === choice)
  const formId = useId()
  const { register, handleSubmit } = useForm<{ credentialType: CredentialType }>({
    defaultValues: { credentialType: offered[0]?.type ?? 'YoutilityMemberCredential' },
  })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const offline = useConnectivity() === 'offline'
  const toast = useToast()
  const issue = async ({ credentialType }: { credentialType: CredentialType }) => {
    setBusy(true)
    setProblem(null)
    try {
      await issueCredential(credentialType)
      toast({ tone: 'credit', title: t('Your credential is ready') })
      onClose()
    } catch (error) {
      console.error('The credential could not be issued', error)
      setProblem(sentenceOf(error, t('The credential could not be issued.')))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Issue a credential')}
      description={t('Signed by Youtility. While a valid one of the type exists, you get that one.')}
      busy={busy}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} busy={busy} disabled={offline}>
            {t('Issue')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pb-2">
        {offline && <Banner tone="warning">{t('You are offline; nothing can be issued now.')}</Banner>}
        {problem !== null && (
          <Banner tone="debit" live="alert">
            {problem}
          </Banner>
        )}
        <form id={formId} onSubmit={(event) => void handleSubmit(issue)(event)}>
          <Choice
            legend={t('Type')}
            options={offered.map(({ type, title, says }) => ({ value: type, label: title, detail: says }))}
            {...register('credentialType')}
          />
        </form>
      </div>
    </Dialog>
  )
}
