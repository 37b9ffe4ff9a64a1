import { lazy, type RefObject } from 'react'
import { useAddress } from '../../../parts/use-address.ts'
import type { FlowMember } from '../../../flow/create-flow.ts'
import { type FlowHandle, FlowPlace, useFlow } from '../../../flow/flow-place.tsx'
import { amountText } from '../send/amount-text.ts'
import { type WithdrawFlow, withdrawFlowOf } from './flow.ts'
import { EMPTY_DRAFT } from './machine.ts'
import { t } from '../../../texts/texts.ts'

const WithdrawDialog = lazy(() => import('./withdraw-dialog.tsx'))

export interface Withdraw extends Omit<FlowHandle<WithdrawFlow>, 'start'> {
  /** Opens the dialog. On close, `from` gets the focus again. */
  readonly start: (from: HTMLElement) => void
}

/** The member's Withdraw dialog; `main` as in `useSend`. */
export const useWithdraw = (member: FlowMember, main: RefObject<HTMLElement | null>): Withdraw => {
  const handle = useFlow(withdrawFlowOf(member), main)
  // `?withdraw=1`, optionally with `amount`; `account=new` begins with a new account.
  useAddress(['withdraw'], ['amount', 'account'], (query) => {
    handle.flow.dispatch({ type: 'opened', draft: { ...EMPTY_DRAFT, amount: query.get('amount') ?? '' } })
    if (query.get('account') === 'new') handle.flow.dispatch({ type: 'began_account' })
  })
  return {
    ...handle,
    start: (from) => handle.start(from, { type: 'opened', draft: EMPTY_DRAFT }),
  }
}

/** The flow's notices on the page, and the dialog while it is open. */
export function WithdrawPlace({ withdraw }: { withdraw: Withdraw }) {
  return (
    <FlowPlace
      handle={withdraw}
      title={t('A withdrawal was interrupted')}
      describe={({ draft }) => amountText(draft.amount, 'USD')}
    >
      <WithdrawDialog flow={withdraw.flow} />
    </FlowPlace>
  )
}
