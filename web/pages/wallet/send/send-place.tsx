import { lazy, type RefObject, useMemo } from 'react'
import { personText } from '../../../../api/contract/person.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { formatMoney } from '../../../texts/money.ts'
import type { FlowMember } from '../../../flow/create-flow.ts'
import { type FlowHandle, FlowPlace, useFlow } from '../../../flow/flow-place.tsx'
import { type SendFlow, sendFlowOf } from './flow.ts'
import { type Draft, EMPTY_DRAFT } from './machine.ts'
import { draftOf } from './address.ts'
import { t } from '../../../texts/texts.ts'

const SendDialog = lazy(() => import('./send-dialog.tsx'))

/** A stable object, so that it never causes a render. */
export interface Send {
  readonly flow: SendFlow
  /** Opens the dialog with the given parts of a draft. When it closes, `from` gets the focus. */
  readonly start: (from: HTMLElement, draft?: Partial<Draft>) => void
  /** Like `start`, but the draft is complete, so that the dialog continues to the review. */
  readonly review: (from: HTMLElement, draft: Partial<Draft>) => void
}

/**
 * The member's send dialog, which several places of a page can open. `main` is the main button: it gets the focus
 * when a dialog closes that a reload had opened.
 */
export const useSend = (
  member: FlowMember,
  main: RefObject<HTMLElement | null>,
): { readonly send: Send; readonly handle: FlowHandle<SendFlow> } => {
  const handle = useFlow(sendFlowOf(member), main)
  const { flow, start: open } = handle
  useAddress(['send', 'to'], ['amount', 'currency', 'message'], (query) => {
    flow.dispatch({ type: 'opened', draft: draftOf(query) })
  })
  const send = useMemo((): Send => {
    const start: Send['start'] = (from, draft = {}) =>
      open(from, { type: 'opened', draft: { ...EMPTY_DRAFT, ...draft } })
    return {
      flow,
      start,
      review: (from, draft) => {
        start(from, draft)
        flow.dispatch({ type: 'continued', draft: { ...EMPTY_DRAFT, ...draft } })
      },
    }
  }, [flow, open])
  return { send, handle }
}

/** The notice of an interrupted transfer, and the dialog while it is open. */
export function SendPlace({ handle }: { handle: FlowHandle<SendFlow> }) {
  return (
    <FlowPlace
      handle={handle}
      title={t('A transfer was interrupted')}
      describe={({ draft, payee }) =>
        t('{amount} to {name}', {
          amount: formatMoney(draft.amount, draft.currency),
          name: personText(payee),
        })
      }
    >
      <SendDialog flow={handle.flow} />
    </FlowPlace>
  )
}
