import { refreshRequests } from '../../data/requests.ts'
import { createFlow, type Flow, type FlowMember, onePerMember } from '../../flow/create-flow.ts'
import { t } from '../../texts/texts.ts'
import { amountText } from './amount.ts'
import { refreshMoney } from '../../flow/money.ts'
import { pause } from '../../flow/pause.ts'
import { depositOfDetails, eventOfDeposit } from './answers.ts'
import { ask, askById, NOTHING_TYPED, submit, type Typed } from './calls.ts'
import {
  type DepositState,
  type Form,
  type Intent,
  type OwnEvent,
  type Receipt,
  saved,
  transition,
} from './machine.ts'

/** Wait before the first poll for the outcome of a card payment. */
const CARD_WAIT_MS = 2_000
const ASK_EVERY_MS = 1_000
/** After this time the receipt shows the payment as still processing. */
const SETTLE_WITHIN_MS = 30_000

export interface FundsFlow extends Flow<Intent, Receipt, Form, OwnEvent> {
  /** Typed values that must not be stored; forms read them to fill themselves in again. */
  readonly typed: () => Typed
  readonly type: (typed: Partial<Typed>) => void
}
type Dispatch = FundsFlow['dispatch']

/** Pauses between refreshes: a background process credits a deposit moments after it has succeeded. */
const CREDITED_AFTER_MS = [500, 1_500, 4_000]

const refreshUntilCredited = async (signal: AbortSignal): Promise<void> => {
  for (const wait_ms of CREDITED_AFTER_MS) {
    await pause(wait_ms, signal)
    // Refresh even if the dialog has closed meanwhile: the page behind it shows the balance.
    refreshMoney(undefined)
    if (signal.aborted) return
  }
}

/** Polls for the outcome of a card payment that has begun. */
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
      if (event.type !== 'begun') {
        refreshMoney(undefined)
        return dispatch(event)
      }
      deposit = depositOfDetails(details)
    }
    if (Date.now() - since >= SETTLE_WITHIN_MS)
      return dispatch({ type: 'done', key, receipt: { kind: 'deposit', deposit } })
    await pause(ASK_EVERY_MS, signal)
  }
}

/** While a receipt shows `processing`, polls for about two minutes, less and less often, until the outcome is known. */
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
  const flow = createFlow<Intent, Receipt, Form, OwnEvent>({
    member,
    name: 'funds',
    kind: 'funding',
    transition,
    saved,
    offered: (state) => {
      const { amount, from } = 'intent' in state ? state.intent.draft : state.draft
      if (from.trim() !== '') return t('Continue the request to {name}?', { name: from.trim() })
      const sum = amountText(amount)
      return sum === null ? null : t('Continue adding {amount}?', { amount: sum })
    },
    perform: (intent) => submit(intent, typed, member.did),
    ask,
    denied: ({ key, draft }) => ({
      type: draft.method === 'ach' && typed.account === null ? 'unrepeatable' : 'denied',
      key,
    }),
    refresh: (position) => {
      refreshMoney(position)
      refreshRequests()
    },
    entered: async (state, signal, dispatch) => {
      if (state.step === 'settling') await settle(state.intent, state.deposit, signal, dispatch)
      if (state.step === 'closed' || state.step === 'success') typed = NOTHING_TYPED
      if (state.step !== 'success' || state.receipt.kind === 'request') return
      const { deposit } = state.receipt
      await (deposit.stage === 'processing'
        ? follow(state.intent.key, deposit.id, signal, dispatch)
        : refreshUntilCredited(signal))
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
