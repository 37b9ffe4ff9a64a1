import { lazy, Suspense, useRef } from 'react'
import { useStore } from 'zustand'
import type { FlowMember } from '../../flow/create-flow.ts'
import { useFocusAfter } from '../../flow/use-focus-after.ts'
import { type FundsFlow, fundsFlowOf } from './flow.ts'
import { InterruptedFunding } from './interrupted.tsx'
import { EMPTY_DRAFT, type Method } from './machine.ts'

const FundsDialog = lazy(() => import('./funds-dialog.tsx'))

export interface AddFunds {
  readonly flow: FundsFlow
  readonly open: boolean
  /** Opens the dialog; with a method on its amount. The focus comes back to `from`. */
  readonly start: (from: HTMLElement, method?: Method) => void
}

/** The Add Funds dialog of a member, to be opened from several places of a page. */
export const useAddFunds = (member: FlowMember): AddFunds => {
  const flow = fundsFlowOf(member)
  const open = useStore(flow.store, ({ step }) => step !== 'closed')
  const opener = useRef<HTMLElement>(null)
  useFocusAfter(open, opener)
  return {
    flow,
    open,
    start: (from, method) => {
      opener.current = from
      flow.dispatch({ type: 'opened', draft: { ...EMPTY_DRAFT, method: method ?? null } })
    },
  }
}

/** Notices of it on the page, and the dialog itself while it is open. */
export function AddFundsPlace({ funds: { flow, open } }: { funds: AddFunds }) {
  return (
    <>
      <InterruptedFunding flow={flow} open={open} />
      {open && (
        <Suspense>
          <FundsDialog flow={flow} />
        </Suspense>
      )}
    </>
  )
}
