import { lazy, type RefObject } from 'react'
import { firstCharacters } from '../../../api/contract/characters.ts'
import { MESSAGE_MAX } from '../../../api/contract/fields.ts'
import { useAddress } from '../../parts/use-address.ts'
import type { FlowMember } from '../../flow/create-flow.ts'
import { type FlowHandle, FlowPlace, useFlow } from '../../flow/flow-place.tsx'
import { amountText } from './amount.ts'
import { type FundsFlow, fundsFlowOf } from './flow.ts'
import { EMPTY_DRAFT, type Method } from './machine.ts'
import { t } from '../../texts/texts.ts'

const FundsDialog = lazy(() => import('./funds-dialog.tsx'))

export interface AddFunds extends Omit<FlowHandle<FundsFlow>, 'start'> {
  /** Opens the dialog, at the amount step if a method is given. On close, `from` gets the focus again. */
  readonly start: (from: HTMLElement, method?: Method) => void
}

/** The member's Add Funds dialog, which several places of a page can open; `main` as in `useSend`. */
export const useAddFunds = (member: FlowMember, main?: RefObject<HTMLElement | null>): AddFunds => {
  const handle = useFlow(fundsFlowOf(member), main)
  // `?add=1`, `?add=ach` from a bank, or `?request=@ada` to request money from a member; optionally with `amount` and
  // `message`.
  useAddress(['add', 'request'], ['amount', 'message'], (query) => {
    const from = query.get('request')
    handle.flow.dispatch({
      type: 'opened',
      draft: {
        method: from === null ? (query.get('add') === 'ach' ? 'ach' : null) : 'internal_transfer',
        amount: query.get('amount') ?? '',
        from: from === null || from === '1' ? '' : from,
        message: firstCharacters(query.get('message') ?? '', MESSAGE_MAX),
      },
    })
  })
  return {
    ...handle,
    start: (from, method) =>
      handle.start(from, { type: 'opened', draft: { ...EMPTY_DRAFT, method: method ?? null } }),
  }
}

/** The flow's notices on the page, and the dialog while it is open. */
export function AddFundsPlace({ funds }: { funds: AddFunds }) {
  return (
    <FlowPlace
      handle={funds}
      title={t('Adding funds was interrupted')}
      describe={({ draft }) => amountText(draft.amount)}
    >
      <FundsDialog flow={funds.flow} />
    </FlowPlace>
  )
}
