import type { YutBalance } from '../../../api/contract/token.ts'
import { FormSection } from './form-section.tsx'
import { AmountForm } from './amount-form.tsx'
import { t } from '../../texts/texts.ts'

/** Form to send tokens to another member; the send dialog opens with its review. */
export function Transfer({
  balance,
  busy,
  completedActions,
  onSend,
}: {
  balance: YutBalance | null
  busy: boolean
  completedActions: number
  onSend: (draft: { to: string; amount: string }, from: HTMLElement) => void
}) {
  return (
    <div className="max-w-md">
      <FormSection
        title={t('Transfer')}
        text={t('Free and instant. Staked tokens have to be unstaked first.')}
      >
        <AmountForm
          label={t('Amount to transfer')}
          verb={t('Transfer')}
          doing={t('Sending tokens')}
          max={balance?.balance ?? null}
          tooMuch={t('Insufficient YUT balance')}
          busy={busy}
          completedActions={completedActions}
          toSomebody
          onSubmit={onSend}
        />
      </FormSection>
    </div>
  )
}
