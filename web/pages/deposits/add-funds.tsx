import { lazy } from 'react'
import type { FlowMember } from '../../flow/create-flow.ts'
import { type FlowHandle, FlowPlace, useFlow } from '../../flow/flow-place.tsx'
import { amountText } from './amount.ts'
import { type FundsFlow, fundsFlowOf } from './flow.ts'
import { EMPTY_DRAFT, type Method } from './machine.ts'

const FundsDialog = lazy(() => import('./funds-dialog.tsx'))

export interface AddFunds extends FlowHandle<FundsFlow> {
  /** Opens the dialog; with a method on its amount. The focus comes back to `from`. */
  readonly start: (from: HTMLElement, method?: Method) => void
}

/** The Add Funds dialog of a member, to be opened from several places of a page. */
export const useAddFunds = (member: FlowMember): AddFunds => {
  const handle = useFlow(fundsFlowOf(member))
  return {
    ...handle,
    start: (from, method) => {
      handle.from(from)
      handle.flow.dispatch({ type: 'opened', draft: { ...EMPTY_DRAFT, method: method ?? null } })
    },
  }
}

/** Notices of it on the page, and the dialog itself while it is open. */
export function AddFundsPlace({ funds }: { funds: AddFunds }) {
  return (
    <FlowPlace
      handle={funds}
      title="Adding funds was interrupted"
      describe={({ draft }) => amountText(draft.amount)}
    >
      <FundsDialog flow={funds.flow} />
    </FlowPlace>
  )
}
