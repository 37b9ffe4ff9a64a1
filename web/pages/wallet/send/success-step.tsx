import { CircleCheck } from 'lucide-react'
import { Fact } from '../../../ui/facts.tsx'
import { exactTime } from '../../../ui/time-format.ts'
import { Outcome } from '../../../flow/outcome.tsx'
import { Receipt } from '../../../flow/receipt.tsx'
import { atHandle } from '../../../parts/at-handle.ts'
import { amountText } from './amount-text.ts'
import type { Intent, Receipt as Sent } from './machine.ts'
import { t } from '../../../texts/texts.ts'

/** "To: Grace Hopper (@grace)" */
export const toText = ({ payee }: Intent): string =>
  t('To: {name} ({handle})', { name: payee.name, handle: atHandle(payee.handle) })

export function SuccessStep({ intent, receipt }: { intent: Intent; receipt: Sent }) {
  const { draft } = intent
  return (
    <>
      <Outcome icon={<CircleCheck className="size-12 text-credit" />}>
        <p className="text-lg font-semibold">
          {t('{amount} sent successfully', { amount: amountText(draft.amount, draft.currency) })}
        </p>
        <p>{toText(intent)}</p>
        <output className="block text-muted">
          {receipt.status === 'processing' ? t('Transfer is processing') : t('The transfer has arrived')}
        </output>
      </Outcome>
      <Receipt idName={t('Transfer ID')} id={receipt.transfer_id} copy={t('Copy transfer ID')}>
        <Fact name={t('Sent')}>{exactTime(Date.parse(receipt.created_at))}</Fact>
        <Fact name={t('Processing Fee')}>{t('Free')}</Fact>
        {draft.message !== '' && <Fact name={t('Message')}>{draft.message}</Fact>}
      </Receipt>
    </>
  )
}
