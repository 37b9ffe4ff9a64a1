import { lazy } from 'react'
import { useStore } from 'zustand'
import { Banner } from '../../../ui/banner.tsx'
import { useAfterToast } from '../../../ui/after-toast.ts'
import { useToast } from '../../../ui/toast.tsx'
import { type FlowHandle, FlowPlace } from '../../../flow/flow-place.tsx'
import { useConcluded } from '../../../flow/use-concluded.ts'
import type { PoolFlow } from './flow.ts'
import { describe, wordsOf } from './words.ts'
import { t } from '../../../texts/texts.ts'

const PoolActionDialog = lazy(() => import('./action-dialog.tsx'))

/** The action dialog of a member's pools and bills, which several places of a page can open. */
export type Investing = FlowHandle<PoolFlow>

/** The flow's notices on the page, and the dialog while it is open. */
export function PoolActionPlace({ investing }: { investing: Investing }) {
  const { flow } = investing
  const last = useAfterToast(useStore(flow.store, (state) => (state.step === 'closed' ? state.last : null)))
  const toast = useToast()
  // Actions that close without a receipt also show a toast, which closes after five seconds.
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
