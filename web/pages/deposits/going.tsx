import { amountText } from './amount.ts'
import type { Intent } from './machine.ts'

/** What is under way. */
export function Going({ intent }: { intent: Intent }) {
  const { method, amount, from } = intent.draft
  return method === 'internal_transfer' ? (
    <>
      <output className="block">Asking for {amountText(amount)}. This takes a moment.</output>
      <p className="text-muted">From: {from}</p>
    </>
  ) : (
    <output className="block">Adding {amountText(amount)} to your wallet. This takes a moment.</output>
  )
}
