import {
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
} from 'react'
import { type StoreApi, useStore } from 'zustand'
import { unsettledIntents } from '../data/intents.ts'
import { useStored } from '../data/use-stored.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useHistoryEntries } from '../ui/history-entries.ts'
import { OfferedDraft } from '../parts/offered-draft.tsx'
import { useNow } from '../parts/use-now.ts'
import type { Keyed, OwnStep } from './machine.ts'
import type { Flow } from './create-flow.ts'
import { abandonedOf } from './recorded.ts'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { t } from '../texts/texts.ts'

/** A flow's dialog that several places of a page can open. */
export interface FlowHandle<F extends AnyFlow> {
  readonly flow: F
  readonly open: boolean
  /** Opens the dialog with an event of the flow; when it closes, `from` gets the focus back. */
  readonly start: (from: HTMLElement, opening: EventOf<F>) => void
}

type EventOf<F extends AnyFlow> = F extends {
  readonly dispatch: (event: infer Event extends SomeEvent) => void
}
  ? Event
  : never
interface SomeEvent {
  readonly type: string
}

type ReadableStore = Pick<StoreApi<OwnStep>, 'getState' | 'getInitialState' | 'subscribe'>

export const useIsOpen = (flow: { readonly store: ReadableStore }): boolean =>
  useStore(flow.store, ({ step }) => step !== 'closed')

type AnyFlow = Pick<Flow<Keyed, unknown, OwnStep>, 'entries' | 'back' | 'leave' | 'leavePage'> & {
  readonly store: ReadableStore
  // A method, since each flow takes events of its own only.
  dispatch(event: SomeEvent): void
}

/** `otherwise` gets the focus after a dialog that nobody has opened. */
export const useFlow = <F extends AnyFlow>(
  flow: F,
  otherwise?: RefObject<HTMLElement | null>,
): FlowHandle<F> => {
  const open = useIsOpen(flow)
  const opener = useRef<HTMLElement>(null)
  useFocusAfter(open, opener, otherwise)
  useHistoryEntries(useStore(flow.entries), flow)
  const { leavePage } = flow
  useEffect(() => leavePage, [leavePage])
  const start = useCallback(
    (from: HTMLElement, opening: EventOf<F>) => {
      opener.current = from
      flow.dispatch(opening)
    },
    [flow],
  )
  return { flow, open, start }
}

/** The dialog while it is open; while it is closed, what was left, and a notice of an interrupted intent. */
export function FlowPlace<Intent extends Keyed, Receipt, Form extends OwnStep, Own>({
  handle: { flow, open },
  title,
  describe,
  children,
}: {
  handle: { readonly flow: Flow<Intent, Receipt, Form, Own>; readonly open: boolean }
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
  const offer = useStore(flow.offer)
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
      {offer !== null && <OfferedDraft question={offer.question} onTakeUp={flow.takeUp} onDrop={flow.drop} />}
      <Suspense>{shown && children}</Suspense>
    </>
  )
}
