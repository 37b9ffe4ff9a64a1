import { type ReactNode, type RefObject, Suspense, useCallback, useDeferredValue, useRef } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { unsettledIntents } from '../data/intents.ts'
import { useStored } from '../data/use-stored.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useNow } from '../parts/use-now.ts'
import type { Keyed, OwnStep } from './machine.ts'
import type { Flow } from './create-flow.ts'
import { abandonedOf } from './recorded.ts'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { t } from '../texts/texts.ts'

/** A flow's dialog that several places of a page can open. */
export interface FlowHandle<F> {
  readonly flow: F
  readonly open: boolean
  /** Sets, just before the dialog is opened, the element that gets the focus back. */
  readonly from: (opener: HTMLElement) => void
}

type ReadableStore = Pick<StoreApi<OwnStep>, 'getState' | 'getInitialState' | 'subscribe'>

export const useIsOpen = (flow: { readonly store: ReadableStore }): boolean =>
  useStore(flow.store, ({ step }) => step !== 'closed')

/** `otherwise` gets the focus after a dialog that a reload has opened. */
export const useFlow = <F extends { readonly store: ReadableStore }>(
  flow: F,
  otherwise?: RefObject<HTMLElement | null>,
): FlowHandle<F> => {
  const open = useIsOpen(flow)
  const opener = useRef<HTMLElement>(null)
  useFocusAfter(open, opener, otherwise)
  const from = useCallback((element: HTMLElement) => {
    opener.current = element
  }, [])
  return { flow, open, from }
}

/** The dialog while it is open; while it is closed, a notice of an interrupted intent. */
export function FlowPlace<Intent extends Keyed, Receipt, Form extends OwnStep, Own>({
  handle: { flow, open },
  title,
  describe,
  children,
}: {
  handle: FlowHandle<Flow<Intent, Receipt, Form, Own>>
  title: string
  /** Describes the intent, as the beginning of a sentence. */
  describe: (intent: Intent) => string | null
  children: ReactNode
}) {
  // Rendered in pieces after the tap, once its code is loaded. The boundary around it already shows its content
  // (nothing), so React does not delay the dialog as it delays content that replaces a skeleton.
  const shown = useDeferredValue(open)
  const now = useNow()
  const stored = useStored(flow.kind, unsettledIntents)
  const { version, savedIntentOf } = flow.saved
  const ours = stored?.filter((intent) => intent.version === version) ?? []
  const intent = abandonedOf(ours, now, savedIntentOf)
  return (
    <>
      {intent !== null && !open && (
        <Banner
          tone="warning"
          title={title}
          action={
            <Button variant="secondary" size="sm" onClick={() => flow.dispatch({ type: 'reopened', intent })}>
              {t('Check what happened')}
            </Button>
          }
        >
          {t('{intent}: its outcome is not known on this device yet.', { intent: describe(intent) })}
        </Banner>
      )}
      <Suspense>{shown && children}</Suspense>
    </>
  )
}
