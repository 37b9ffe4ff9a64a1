import { type SyntheticEvent, useId } from 'react'
import { useStore } from 'zustand'
import type { Subscriber } from '../../../../api/contract/devices.ts'
import { useHoldUpdates } from '../../../parts/updates.ts'
import type { CachedView } from '../../../data/cached.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import type { Plans } from '../../../data/devices.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button, LeaveButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { OfflineReason } from '../../../parts/offline-reason.tsx'
import { ACTIVATION_TIME } from '../words.ts'
import { AddForm } from './add-form.tsx'
import type { AddFlow } from './flow.ts'
import { ORDER_FAILED, problemOf } from './order.ts'
import { Problem } from '../../../ui/problem.tsx'
import { t } from '../../../texts/texts.ts'

/** Orders an eSIM for a device. */
export default function AddDialog({
  flow,
  catalogue,
  subscriber,
}: {
  flow: AddFlow
  catalogue: CachedView<Plans>
  subscriber: Subscriber | null
}) {
  const state = useStore(flow.store)
  const offline = useConnectivity() === 'offline'
  const formId = useId()
  useHoldUpdates(state.step !== 'closed')
  if (state.step === 'closed') return null
  const { step } = state
  const draft = step === 'editing' ? state.draft : state.intent.draft
  const ordering = step === 'processing'
  const lost = step === 'checking'
  const mayRetry = state.step === 'checking' && state.mayRetry
  const problem = step === 'editing' ? state.problem : null
  const blank = draft.device_label.trim() === ''
  const close = () => flow.dispatch({ type: 'closed' })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (blank || offline || catalogue.value === null || step !== 'editing') return
    const found = problemOf(draft)
    flow.dispatch(
      found === null
        ? { type: 'submitted', intent: { draft, key: crypto.randomUUID() } }
        : { type: 'invalid', problem: found },
    )
  }
  return (
    <Dialog
      onClose={close}
      entries={0}
      size="lg"
      title={t('Add New eSIM Device')}
      description={ACTIVATION_TIME}
      busy={ordering}
      footer={
        <>
          {offline && (
            <OfflineReason>
              {t('You are offline. Adding a device needs a connection; what you typed is kept.')}
            </OfflineReason>
          )}
          <LeaveButton disabled={ordering} onClick={close} label={lost ? t('Close') : t('Cancel')} />
          {lost ? (
            <Button disabled={offline || !mayRetry} onClick={() => flow.dispatch({ type: 'confirmed' })}>
              {t('Try again')}
            </Button>
          ) : (
            <Button
              type="submit"
              form={formId}
              busy={ordering}
              disabled={!ordering && (blank || offline || catalogue.value === null)}
            >
              {ordering ? t('Provisioning…') : t('Add Device')}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-6 pb-2">
        {lost && (
          <Banner tone="warning" live="alert" title={t('The answer did not arrive')}>
            {mayRetry
              ? t(
                  'The server has not received this order. You can place it again: it is placed once at most.',
                )
              : t('Your device may have been added. We are asking the server what became of the order.')}
          </Banner>
        )}
        <Problem title={ORDER_FAILED}>{problem?.reason ?? null}</Problem>
        <AddForm
          draft={draft}
          problem={problem}
          disabled={step !== 'editing'}
          catalogue={catalogue}
          subscriber={subscriber}
          onChange={(next) => flow.dispatch({ type: 'drafted', draft: next })}
        />
      </form>
    </Dialog>
  )
}
