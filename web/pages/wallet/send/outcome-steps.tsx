import { CircleCheck, CircleX } from 'lucide-react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { exactTime } from '../../../ui/time-format.ts'
import { Checking } from '../../../flow/checking.tsx'
import { Outcome } from '../../../flow/outcome.tsx'
import { atHandle } from '../words.ts'
import { amountText } from './amount-text.ts'
import type { Intent, Receipt } from './machine.ts'

const toText = ({ payee }: Intent): string => `To: ${payee.name} (${atHandle(payee.handle)})`

export function ProcessingStep({ intent }: { intent: Intent }) {
  return (
    <Outcome icon={<Spinner className="text-4xl text-primary" />}>
      <output className="block">
        Sending {amountText(intent.draft.amount, intent.draft.currency)}. This takes a moment.
      </output>
      <p className="text-muted">{toText(intent)}</p>
    </Outcome>
  )
}

export function CheckingStep({ intent, mayRetry }: { intent: Intent; mayRetry: boolean }) {
  const amount = amountText(intent.draft.amount, intent.draft.currency)
  return (
    <Checking
      what={`${amount} · ${toText(intent)}`}
      mayRetry={mayRetry}
      waiting="The answer to your transfer was lost. We are asking the server what became of it. Please don’t send it anew."
      denied="The server has not received this transfer and no money has moved. You can send it again: it cannot be paid twice."
    />
  )
}

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

export function ErrorStep({ message }: { message: string }) {
  return (
    <Outcome icon={<CircleX className="size-12 text-debit" />}>
      <p role="alert" className="text-lg font-semibold">
        {message}
      </p>
      <p className="text-muted">No money has left your wallet.</p>
    </Outcome>
  )
}
