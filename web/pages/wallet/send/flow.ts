import { createStore, type StoreApi } from 'zustand/vanilla'
import { memberEntry } from '../../../data/at-rest.ts'
import { currentEpoch, epochSignal } from '../../../data/epoch.ts'
import { forgetIntent, rememberIntent, unsettledIntents } from '../../../data/intents.ts'
import { noteWrite, refreshDocument, refreshList } from '../../../data/refresh.ts'
import type { StoredIntent } from '../../../data/stored.ts'
import { allActivity, walletOverview } from '../../../data/wallet.ts'
import { type Intent, type SendEvent, type SendState, transition } from './machine.ts'
import { askById, askByKey, lookUp, send } from './requests.ts'
import { restoredFrom, SAVED_VERSION, savedIntentOf, savedOf } from './saved.ts'

const KIND = 'transfer'
const ASK_EVERY_MS = 1_500
/**
 * How long the server must deny knowing a key before a retry is offered: longer than a request can be on
 * its way. A retry would be safe sooner, for it carries the same key; but it would be needless.
 */
const DENIED_FOR_MS = 15_000
/** Recording an intent must not hold up the transfer when the device's storage hangs. */
const RECORD_WITHIN_MS = 1_000

export interface SendFlow {
  readonly store: StoreApi<SendState>
  readonly dispatch: (event: SendEvent) => void
  /** Goes on where a reload interrupted the flow. */
  readonly resume: () => void
}

export interface FlowMember {
  readonly id: string
  readonly did: string
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })

const refreshMoney = (position: string | undefined): void => {
  noteWrite(position)
  void refreshDocument(walletOverview)
  void refreshList(allActivity)
}

const record = async (intent: Intent): Promise<void> => {
  const recorded = rememberIntent({
    key: intent.key,
    kind: KIND,
    version: SAVED_VERSION,
    draft: intent,
    createdAt: new Date().toISOString(),
  }).catch((error: unknown) => console.warn('The intent could not be recorded', error))
  await Promise.race([recorded, new Promise((resolve) => setTimeout(resolve, RECORD_WITHIN_MS))])
}

/** The intent's outcome is known: nothing is left to find out. */
const settle = (key: string): void => {
  forgetIntent(key).catch((error: unknown) => console.warn('The intent could not be removed', error))
}

/**
 * The flow of one member: the pure machine, plus what each step sets going. Effects hang on the change of
 * state, so that an event which changes nothing does nothing.
 */
export const createSendFlow = (member: FlowMember): SendFlow => {
  const store = createStore<SendState>()(() => ({ step: 'closed' }))
  const entry = memberEntry(member.id, 'send')
  const epoch = currentEpoch()
  let running = new AbortController()

  const save = (state: SendState): void => {
    try {
      const text = savedOf(state)
      if (text === null) sessionStorage.removeItem(entry)
      else sessionStorage.setItem(entry, text)
    } catch (error) {
      console.warn('The draft could not be kept', error)
    }
  }

  const dispatch = (event: SendEvent): void => {
    // The member has left: neither show nor keep anything of theirs.
    if (epoch !== currentEpoch()) return
    const before = store.getState()
    const after = transition(before, event)
    if (after === before) return
    store.setState(after, true)
    save(after)
    if (before.step === after.step) return
    running.abort()
    running = new AbortController()
    void enter(after, before, AbortSignal.any([running.signal, epochSignal()]))
  }

  const enter = async (state: SendState, before: SendState, signal: AbortSignal): Promise<void> => {
    switch (state.step) {
      case 'looking_up': {
        const event = await lookUp(state.draft, member.did)
        if (!signal.aborted) dispatch(event)
        return
      }
      case 'processing':
        return await process(state.intent)
      case 'checking':
        return await check(state.intent.key, signal)
      case 'success':
        settle(state.intent.key)
        if (state.receipt.status === 'processing')
          await follow(state.intent.key, state.receipt.transfer_id, signal)
        return
      case 'error':
      case 'confirm':
      case 'details':
        if (before.step === 'processing' || before.step === 'checking') settle(before.intent.key)
        return
      case 'closed':
        return
      default:
        state satisfies never
    }
  }

  const process = async (intent: Intent): Promise<void> => {
    await record(intent)
    const { event, position } = await send(intent)
    if (position !== undefined) refreshMoney(position)
    dispatch(event)
  }

  const check = async (key: string, signal: AbortSignal): Promise<void> => {
    let deniedSince: number | null = null
    for (;;) {
      const answer = await askByKey(key, signal)
      if (signal.aborted) return
      if (answer !== null && answer !== 'unknown') {
        refreshMoney(answer.position)
        return dispatch({ type: 'arrived', key, receipt: answer.receipt })
      }
      if (answer === 'unknown') {
        deniedSince ??= Date.now()
        if (Date.now() - deniedSince >= DENIED_FOR_MS) dispatch({ type: 'denied', key })
      } else deniedSince = null
      await pause(ASK_EVERY_MS, signal)
      if (signal.aborted) return
    }
  }

  /** Delivery usually takes well under a second; the receipt says so when it has happened. */
  const follow = async (key: string, id: string, signal: AbortSignal): Promise<void> => {
    for (let wait_ms = 500; wait_ms < 60_000; wait_ms *= 2) {
      await pause(wait_ms, signal)
      if (signal.aborted) return
      const receipt = await askById(id, signal)
      if (receipt === null || receipt.status === 'processing') continue
      refreshMoney(undefined)
      return dispatch({ type: 'arrived', key, receipt })
    }
  }

  const resume = (): void => {
    try {
      const state = restoredFrom(sessionStorage.getItem(entry))
      if (state !== null) dispatch({ type: 'restored', state })
    } catch (error) {
      console.warn('No draft could be read', error)
    }
  }

  return { store, dispatch, resume }
}

let current: { readonly epoch: number; readonly member: FlowMember; readonly flow: SendFlow } | null = null

/** The signed-in member's flow: one for as long as they stay, whichever page they look at. */
export const sendFlowOf = (member: FlowMember): SendFlow => {
  if (current?.member.id !== member.id || current.epoch !== currentEpoch()) {
    current = { epoch: currentEpoch(), member, flow: createSendFlow(member) }
    current.flow.resume()
  }
  return current.flow
}

/** How old an unsettled intent must be before anybody but the dialog that sent it asks about it. */
const ABANDONED_AFTER_MS = 25_000

/** Transfers that were sent from this device and whose outcome is not known, oldest first. */
export const unsettledTransfers = (version: number): Promise<readonly StoredIntent[]> =>
  unsettledIntents(KIND, version)

/** The oldest of them that no dialog is asking about any more. `now` in milliseconds. */
export const abandonedOf = (unsettled: readonly StoredIntent[], now: number): Intent | null =>
  unsettled
    .filter(({ createdAt }) => now - Date.parse(createdAt) >= ABANDONED_AFTER_MS)
    .map(({ draft }) => savedIntentOf(draft))
    .find((intent) => intent !== null) ?? null
