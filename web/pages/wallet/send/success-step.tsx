import { CircleCheck } from 'lucide-react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { exactTime } from '../../../ui/time-format.ts'
import { Outcome } from '../../../flow/outcome.tsx'
import { atHandle } from '../words.ts'
import { amountText } from './amount-text.ts'
import type { Intent, Receipt } from './machine.ts'

/** "To: Grace Hopper (@grace)" */
export const toText = ({ payee }: Intent): string => `To: ${payee.name} (${atHandle(payee.handle)})`

/** The receipt. */
export function SuccessStep({ intent, receipt }: { intent: Intent; receipt: Receipt }) {
  const { draft } = intent
  return (
    <>
      <Outcome icon={<CircleCheck className="size-12 text-credit" />}>
        <p className="text-lg font-semibold">{amountText(draft.amount, draft.currency)} sent successfully</p>
        <p>{toText(intent)}</p>
        <output className="block text-muted">
          {receipt.status === 'processing' ? 'Transfer is processing' : 'The transfer has arrived'}
        </output>
      </Outcome>
      <section aria-label="Receipt" className="mb-2 rounded-control bg-sunken px-4 py-1">
        <Facts>
          <Fact name="Sent">{exactTime(Date.parse(receipt.created_at))}</Fact>
          <Fact name="Processing Fee">Free</Fact>
          {draft.message !== '' && <Fact name="Message">{draft.message}</Fact>}
          <Fact name="Transfer ID">
            <span className="font-mono text-xs break-all">{receipt.transfer_id}</span>
          </Fact>
        </Facts>
        <div className="flex justify-end pb-3">
          <CopyButton text={receipt.transfer_id} label="Copy transfer ID" />
        </div>
      </section>
    </>
  )
}
