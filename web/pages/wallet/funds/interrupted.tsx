import { useLive } from '../../../data/use-live.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { abandonedOf } from '../flow/recorded.ts'
import { amountText } from './amount.ts'
import { type FundsFlow, unsettledFunding } from './flow.ts'
import { SAVED_VERSION, savedIntentOf } from './saved.ts'

/** Funds were asked for from this device and nobody saw the answer: offers to find out. */
export function InterruptedFunding({ flow, open }: { flow: FundsFlow; open: boolean }) {
  const now = useNow()
  const unsettled = useLive(SAVED_VERSION, unsettledFunding)
  const intent = abandonedOf(unsettled ?? [], now, savedIntentOf)
  if (intent === null || open) return null
  return (
    <Banner
      tone="warning"
      title="Adding funds was interrupted"
      action={
        <Button variant="secondary" size="sm" onClick={() => flow.dispatch({ type: 'reopened', intent })}>
          Check what happened
        </Button>
      }
    >
      {amountText(intent.draft.amount)}: the outcome is not known on this device yet.
    </Banner>
  )
}
