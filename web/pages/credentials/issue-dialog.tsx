import { useForm } from 'react-hook-form'
import type { CredentialType } from '../../../api/contract/credentials.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { issueCredential } from '../../data/credentials.ts'
import { Banner } from '../../ui/banner.tsx'
import { Choice } from '../../ui/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { useToast } from '../../ui/toast.tsx'
import { NOT_ISSUED, TYPES } from './words.ts'
import { t } from '../../texts/texts.ts'

/** Types to choose from: any, or one requested type. */
export type IssueChoice = CredentialType | 'any'

/** Shows what a credential will state before it is issued. */
export function IssueDialog({ choice, onClose }: { choice: IssueChoice; onClose: () => void }) {
  const offered = choice === 'any' ? TYPES : TYPES.filter(({ type }) => type === choice)
  const { register, handleSubmit } = useForm<{ credentialType: CredentialType }>({
    defaultValues: { credentialType: offered[0]?.type ?? 'YoutilityMemberCredential' },
  })
  const attempt = useAttempt({ log: NOT_ISSUED, otherwise: NOT_ISSUED })
  const offline = useConnectivity() === 'offline'
  const toast = useToast()
  const issue = handleSubmit(({ credentialType }) =>
    attempt.run(
      () => issueCredential(credentialType),
      () => {
        toast({ tone: 'credit', title: t('Your credential is ready') })
        onClose()
      },
    ),
  )
  return (
    <FormDialog
      title={t('Issue a credential')}
      description={t('Signed by Youtility. While a valid one of the type exists, you get that one.')}
      verb={t('Issue')}
      attempt={attempt}
      offlineReason={null}
      onSubmit={() => void issue()}
      onClose={onClose}
    >
      {offline && <Banner tone="warning">{t('You are offline; nothing can be issued now.')}</Banner>}
      <Choice
        legend={t('Type')}
        options={offered.map(({ type, title, says }) => ({ value: type, label: title, detail: says }))}
        {...register('credentialType')}
      />
    </FormDialog>
  )
}
