import { unsettledIntents } from '../../data/intents.ts'
import type { StoredIntent } from '../../data/stored.ts'
import { askUntilKnown } from '../../flow/ask-by-key.ts'
import { createFlow, type Flow, type FlowMember, onePerMember } from '../../flow/create-flow.ts'
import { refreshMoney } from '../../flow/money.ts'
import { pause } from '../../flow/pause.ts'
import { recordIntent, settleIntent } from '../../flow/recorded.ts'
import { refreshRequests } from '../../data/requests.ts'
import { type DepositState, type FundsEvent, type FundsState, type Intent, transition } from './machine.ts'
import { askById, askByKey, depositOfDetails, eventOfDeposit, submit } from './requests.ts'
import { restoredFrom, SAVED_VERSION, savedOf } from './saved.ts'
import { NOTHING_TYPED, type Typed } from './typed.ts'

const KIND = 'funding'
/** As specified: after a card payment intent is created the dialog waits two seconds. */
const CARD_WAIT_MS = 2_000
const ASK_EVERY_MS = 1_000
/** After this long the receipt says that the payment is still being processed. */
const SETTLE_WITHIN_MS = 30_000

export interface FundsFlow extends Flow<FundsState, FundsEvent> {
  /** What was typed and must not be kept; read it to fill a form in again. */
  readonly typed: () => Typed
  readonly type: (typed: Partial<Typed>) => void
}
type Dispatch = FundsFlow['dispatch']

/** A deposit is credited by a process, moments after it succeeded. */
const CREDITED_AFTER_MS = [500, 1_500, 4_000]

const refreshAll = (position: string | undefined): void => {
  refreshMoney(position)
  refreshRequests()
}

const refreshUntilCredited = async (signal: AbortSignal): Promise<void> => {
  for (const wait_ms of CREDITED_AFTER_MS) {
    await pause(wait_ms, signal)
    // The dialog may be closed by now; the page behind it still wants the balance.
    refreshMoney(undefined)
    if (signal.aborted) return
  }
}

/** Awaits the outcome of a card payment that was begun. */
const settle = async (
  intent: Intent,
  begun: DepositState,
  signal: AbortSignal,
  dispatch: Dispatch,
): Promise<void> => {
  const { key } = intent
  await pause(CARD_WAIT_MS, signal)
  const since = Date.now()
  let deposit = begun
  while (!signal.aborted) {
    const details = await askById(begun.id, signal)
    if (signal.aborted) return
    if (details !== null) {
      const event = eventOfDeposit(key, details)
      if (event.type !== 'begun') return dispatch(event)
      deposit = depositOfDetails(details)
    }
    if (Date.now() - since >= SETTLE_WITHIN_MS)
      return dispatch({ type: 'arrived', key, receipt: { kind: 'deposit', deposit } })
    await pause(ASK_EVERY_MS, signal)
  }
}

/** A receipt that says `processing` follows what becomes of it, for as long as somebody may look at it. */
const follow = async (key: string, id: string, signal: AbortSignal, dispatch: Dispatch): Promise<void> => {
  for (let wait_ms = 1_000; wait_ms < 120_000; wait_ms *= 2) {
    await pause(wait_ms, signal)
    if (signal.aborted) return
    const details = await askById(id, signal)
    if (details === null || details.stage === 'processing') continue
    refreshMoney(undefined)
    return dispatch(eventOfDeposit(key, details))
  }
}

const createFundsFlow = (member: FlowMember): FundsFlow => {
  let typed = NOTHING_TYPED

  const process = async (intent: Intent, dispatch: Dispatch): Promise<void> => {
    await recordIntent({ key: intent.key, kind: KIND, version: SAVED_VERSION, draft: intent })
    const { event, position } = await submit(intent, typed, member.did)
    if (position !== undefined || event.type === 'arrived') refreshAll(position)
    dispatch(event)
  }

  const check = async (intent: Intent, signal: AbortSignal, dispatch: Dispatch): Promise<void> => {
    const { key, draft } = intent
    const repeatable = draft.method !== 'ach' || typed.bank !== null
    const event = await askUntilKnown(
      () => askByKey(intent, signal),
      signal,
      () => dispatch({ type: 'denied', key, repeatable }),
    )
    if (event === null) return
    refreshAll(undefined)
    dispatch(event)
  }

  const flow = createFlow<FundsState, FundsEvent>({
    member,
    name: 'funds',
    initial: { step: 'closed' },
    transition,
    savedOf,
    restored: (text) => {
      const state = restoredFrom(text)
      return state === null ? null : { type: 'restored', state }
    },
    enter: async (state, before, signal, dispatch) => {
      switch (state.step) {
        case 'processing':
          return await process(state.intent, dispatch)
        case 'settling':
          return await settle(state.intent, state.deposit, signal, dispatch)
        case 'checking':
          return await check(state.intent, signal, dispatch)
        case 'success': {
          const { receipt, intent } = state
          settleIntent(intent.key)
          typed = NOTHING_TYPED
          if (receipt.kind === 'request') return
          await (receipt.deposit.stage === 'processing'
            ? follow(intent.key, receipt.deposit.id, signal, dispatch)
            : refreshUntilCredited(signal))
          return
        }
        case 'error':
        case 'amount':
        case 'bank_details':
        case 'transfer_details':
        case 'method':
          if ('intent' in before) {
            settleIntent(before.intent.key)
            refreshMoney(undefined)
          }
          return
        case 'closed':
          typed = NOTHING_TYPED
          return
        case 'confirming':
          return
        default:
          state satisfies never
      }
    },
  })
  return {
    ...flow,
    typed: () => typed,
    type: (more) => {
      typed = { ...typed, ...more }
    },
  }
}

/** The signed-in member's flow. */
export const fundsFlowOf = onePerMember(createFundsFlow)

/** Intents sent from this device whose outcome is not known, oldest first. */
export const unsettledFunding = (version: number): Promise<readonly StoredIntent[]> =>
  unsettledIntents(KIND, version)
