import { lazy, type RefObject, useEffect } from 'react'
import { useSearchParams } from '../../../app/router.ts'
import { formatMoney } from '../../../ui/money-format.ts'
import type { FlowMember } from '../../../flow/create-flow.ts'
import { type FlowHandle, FlowPlace, useFlow } from '../../../flow/flow-place.tsx'
import { type SendFlow, sendFlowOf } from './flow.ts'
import { type Draft, EMPTY_DRAFT } from './machine.ts'

const SendDialog = lazy(() => import('./send-dialog.tsx'))

export interface Send extends FlowHandle<SendFlow> {
  /** Opens the dialog with what is given of a draft. The focus comes back to `from`. */
  readonly start: (from: HTMLElement, draft?: Partial<Draft>) => void
  /** As `start`, with a draft that is filled in elsewhere: goes on to its review. */
  readonly review: (from: HTMLElement, draft: Partial<Draft>) => void
}

/**
 * The dialog that sends a member's money, to be opened from several places of a page. `main` is the main
 * button: it gets the focus after a dialog that a reload has opened.
 */
export const useSend = (member: FlowMember, main: RefObject<HTMLElement | null>): Send => {
  const handle = useFlow(sendFlowOf(member), main)
  const { flow, from: comeBackTo } = handle
  useOpenedByAddress(flow)
  const start: Send['start'] = (from, draft = {}) => {
    comeBackTo(from)
    flow.dispatch({ type: 'opened', draft: { ...EMPTY_DRAFT, ...draft } })
  }
  return {
    ...handle,
    start,
    review: (from, draft) => {
      start(from, draft)
      flow.dispatch({ type: 'continued', draft: { ...EMPTY_DRAFT, ...draft } })
    },
  }
}

/** A notice of an interrupted transfer, and the dialog itself while it is open. */
export function SendPlace({ send }: { send: Send }) {
  return (
    <FlowPlace
      handle={send}
      title="A transfer was interrupted"
      describe={({ draft, payee }) => `${formatMoney(draft.amount, draft.currency)} to ${payee.name}`}
    >
      <SendDialog flow={send.flow} />
    </FlowPlace>
  )
}

/** `?send=1` and `?to=` open the dialog, filled in as far as they say; they never send anything. */
const useOpenedByAddress = (flow: SendFlow): void => {
  const [query, setQuery] = useSearchParams()
  const to = query.get('to')
  const asked = to !== null || query.get('send') !== null
  useEffect(() => {
    if (!asked) return
    flow.dispatch({ type: 'opened', draft: { ...EMPTY_DRAFT, to: to ?? '' } })
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('to')
        after.delete('send')
        return after
      },
      { replace: true },
    )
  }, [asked, to, flow, setQuery])
}
