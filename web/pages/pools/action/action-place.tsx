import { lazy } from 'react'
import { useStore } from 'zustand'
import { Banner } from '../../../ui/banner.tsx'
import { useToast } from '../../../ui/toast.tsx'
import type { FlowMember } from '../../../flow/create-flow.ts'
import { type FlowHandle, FlowPlace, useFlow } from '../../../flow/flow-place.tsx'
import { useConcluded } from '../../../flow/use-concluded.ts'
import { type PoolFlow, poolFlowOf } from './flow.ts'
import type { Opening } from './openings.ts'
import { describe, wordsOf } from './words.ts'
import { t } from '../../../texts/texts.ts'

const PoolActionDialog = lazy(() => import('./action-dialog.tsx'))

export interface Investing extends FlowHandle<PoolFlow> {
  /** Opens the dialog; the focus comes back to `from`. */
  readonly start: (from: HTMLElement, opening: Opening) => void
}

/** The dialog of a member's pools and bills, to be opened from several places of a page. */
export const usePoolAction = (
  member: FlowMember,
  otherwise?: React.RefObject<HTMLElement | null>,
): Investing => {
  const handle = useFlow(poolFlowOf(member), otherwise)
  return {
    ...handle,
    start: (from, opening) => {
      handle.from(from)
      handle.flow.dispatch(opening)
    },
  }
}

/** Notices of it on the page, and the dialog itself while it is open. */
export function PoolActionPlace({ investing }: { investing: Investing }) {
  const { flow } = investing
  const last = useStore(flow.store, (state) => (state.step === 'closed' ? state.last : null))
  const toast = useToast()
  // What closes without a receipt is said in a toast too, which goes after five seconds.
  useConcluded(flow, ({ intent }) => toast({ tone: 'credit', title: wordsOf(intent.action).success }))
  return (
    <>
      <FlowPlace
        handle={investing}
        title={t('Something was interrupted')}
        describe={({ action }) => describe(action)}
      >
        <PoolActionDialog flow={flow} />
      </FlowPlace>
      {last !== null && (
        <Banner
          tone="credit"
          title={wordsOf(last.intent.action).success}
          onDismiss={() => flow.dispatch({ type: 'dismissed' })}
        />
      )}
    </>
  )
}
