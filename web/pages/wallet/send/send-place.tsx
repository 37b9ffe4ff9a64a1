import { lazy, type RefObject, useMemo } from 'react'
import { useAddress } from '../../../parts/use-address.ts'
import { formatMoney } from '../../../texts/money.ts'
import type { FlowMember } from '../../../flow/create-flow.ts'
import { type FlowHandle, FlowPlace, useFlow } from '../../../flow/flow-place.tsx'
import { type SendFlow, sendFlowOf } from './flow.ts'
import { type Draft, EMPTY_DRAFT } from './machine.ts'
import { draftOf } from './address.ts'
import { t } from '../../../texts/texts.ts'

const SendDialog = lazy(() => import('./send-dialog.tsx'))

/** The same for as long as the member looks at the page, so that nothing is drawn again because of it. */
export interface Send {
  readonly flow: SendFlow
  /** Opens the dialog with what is given of a draft. The focus comes back to `from`. */
  readonly start: (from: HTMLElement, draft?: Partial<Draft>) => void
  /** As `start`, with a draft that is filled in elsewhere: goes on to its review. */
  readonly review: (from: HTMLElement, draft: Partial<Draft>) => void
}

/**
 * The dialog that sends a member's money, to be opened from several places of a page. `main` is the main
 * button: it gets the focus after a dialog that a reload has opened.
 */
export const useSend = (
  member: FlowMember,
  main: RefObject<HTMLElement | null>,
): { readonly send: Send; readonly handle: FlowHandle<SendFlow> } => {
  const handle = useFlow(sendFlowOf(member), main)
  const { flow, from: comeBackTo } = handle
  useAddress(['send', 'to'], ['amount', 'currency', 'message'], (query) => {
    // What was left unfinished gives way to what is asked for now; what was sent does not.
    if (flow.store.getState().step === 'details') flow.dispatch({ type: 'closed' })
    flow.dispatch({ type: 'opened', draft: draftOf(query) })
  })
  const send = useMemo((): Send => {
    const start: Send['start'] = (from, draft = {}) => {
      comeBackTo(from)
      flow.dispatch({ type: 'opened', draft: { ...EMPTY_DRAFT, ...draft } })
    }
    return {
      flow,
      start,
      review: (from, draft) => {
        start(from, draft)
        flow.dispatch({ type: 'continued', draft: { ...EMPTY_DRAFT, ...draft } })
      },
    }
  }, [flow, comeBackTo])
  return { send, handle }
}

/** A notice of an interrupted transfer, and the dialog itself while it is open. */
export function SendPlace({ handle }: { handle: FlowHandle<SendFlow> }) {
  return (
    <FlowPlace
      handle={handle}
      title={t('A transfer was interrupted')}
      describe={({ draft, payee }) =>
        t('{amount} to {name}', { amount: formatMoney(draft.amount, draft.currency), name: payee.name })
      }
    >
      <SendDialog flow={handle.flow} />
    </FlowPlace>
  )
}
