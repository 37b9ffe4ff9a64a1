import type { YutBalance } from '../../../api/contract/token.ts'
import { AmountForm } from './amount-form.tsx'

/** Sending tokens to another member; the dialog that sends reviews it. */
export function Transfer({
  balance,
  busy,
  spent,
  onSend,
}: {
  balance: YutBalance | null
  busy: boolean
  spent: number
  onSend: (draft: { to: string; amount: string }, from: HTMLElement) => void
}) {
  return (
    <section aria-labelledby="transfer-title" className="grid max-w-md gap-4">
      <div>
        <h3 id="transfer-title" className="font-bold">
          Transfer
        </h3>
        <p className="text-sm text-muted">Free and instant. Staked tokens have to be unstaked first.</p>
      </div>
      <AmountForm
        label="Amount to transfer"
        verb="Transfer"
        doing="Sending tokens"
        max={balance?.balance ?? null}
        tooMuch="Insufficient YUT balance"
        busy={busy}
        spent={spent}
        toSomebody
        onSubmit={onSend}
      />
    </section>
  )
}
