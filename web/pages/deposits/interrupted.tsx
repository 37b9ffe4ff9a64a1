import { Interrupted } from '../../flow/interrupted.tsx'
import { amountText } from './amount.ts'
import { type FundsFlow, unsettledFunding } from './flow.ts'
import { SAVED_VERSION, savedIntentOf } from './saved.ts'

/** Funds were asked for from this device and nobody saw the answer: offers to find out. */
export function InterruptedFunding({ flow, open }: { flow: FundsFlow; open: boolean }) {
  return (
    <Interrupted
      version={SAVED_VERSION}
      unsettled={unsettledFunding}
      intentOf={savedIntentOf}
      title="Adding funds was interrupted"
      describe={({ draft }) => amountText(draft.amount)}
      hidden={open}
      onCheck={(intent) => flow.dispatch({ type: 'reopened', intent })}
    />
  )
}
