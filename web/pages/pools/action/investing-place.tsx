import { X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Banner } from '../../../ui/banner.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useToast } from '../../../ui/toast.tsx'
import type { FlowMember } from '../../../flow/create-flow.ts'
import { Interrupted } from '../../../flow/interrupted.tsx'
import { useFocusAfter } from '../../../flow/use-focus-after.ts'
import { type InvestingFlow, investingFlowOf, unsettledInvesting } from './flow.ts'
import type { Opening } from './openings.ts'
import { SAVED_VERSION, savedIntentOf } from './saved.ts'
import { describe, wordsOf } from './words.ts'

const InvestingDialog = lazy(() => import('./investing-dialog.tsx'))

export interface Investing {
  readonly flow: InvestingFlow
  readonly open: boolean
  /** Opens the dialog; the focus comes back to `from`. */
  readonly start: (from: HTMLElement, opening: Opening) => void
}

/** The dialog of a member's pools and bills, to be opened from several places of a page. */
export const useInvesting = (
  member: FlowMember,
  otherwise?: React.RefObject<HTMLElement | null>,
): Investing => {
  const flow = investingFlowOf(member)
  const open = useStore(flow.store, ({ step }) => step !== 'closed')
  const opener = useRef<HTMLElement>(null)
  useFocusAfter(open, opener, otherwise)
  return {
    flow,
    open,
    start: (from, opening) => {
      opener.current = from
      flow.dispatch(opening)
    },
  }
}

/** Notices of it on the page, and the dialog itself while it is open. */
export function InvestingPlace({ investing: { flow, open } }: { investing: Investing }) {
  const last = useStore(flow.store, (state) => (state.step === 'closed' ? state.last : null))
  useDoneToast(flow)
  return (
    <>
      <Interrupted
        version={SAVED_VERSION}
        unsettled={unsettledInvesting}
        intentOf={savedIntentOf}
        title="Something was interrupted"
        describe={({ action }) => describe(action)}
        hidden={open}
        onCheck={(intent) => flow.dispatch({ type: 'reopened', intent })}
      />
      {last !== null && (
        <Banner
          tone="credit"
          title={wordsOf(last.action).success}
          action={
            <IconButton
              label="Dismiss this notice"
              icon={<X aria-hidden="true" className="size-4" />}
              onClick={() => flow.dispatch({ type: 'dismissed' })}
            />
          }
        />
      )}
      {open && (
        <Suspense>
          <InvestingDialog flow={flow} />
        </Suspense>
      )}
    </>
  )
}

/** What closes without a receipt is said in a toast too, which goes after five seconds. */
const useDoneToast = (flow: InvestingFlow): void => {
  const toast = useToast()
  useEffect(
    () =>
      flow.store.subscribe((state, before) => {
        if (state.step !== 'closed' || state.last === null || before.step === 'closed') return
        toast({ tone: 'credit', title: wordsOf(state.last.action).success })
      }),
    [flow, toast],
  )
}
