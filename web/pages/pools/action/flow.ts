import { billOperations } from '../../../../api/contract/bills.ts'
import { poolOperations } from '../../../../api/contract/pool-operations.ts'
import type { PoolMove } from '../../../../api/contract/pools.ts'
import { UnknownOutcomeError } from '../../../data/errors.ts'
import { calling, type FlowCall, flowCall } from '../../../flow/attempt.ts'
import { createFlow, type Flow, onePerMember } from '../../../flow/create-flow.ts'
import type { Problems } from '../../../flow/machine.ts'
import { refreshMoney } from '../../../flow/money.ts'
import { pause } from '../../../flow/pause.ts'
import { t } from '../../../texts/texts.ts'
import { isRepeatable } from './actions.ts'
import { centsOf } from './amounts.ts'
import {
  type ActionState,
  type Form,
  type Intent,
  type OwnEvent,
  type Result,
  saved,
  transition,
} from './machine.ts'
import { wordsOf } from './words.ts'

export type PoolFlow = Flow<Intent, Result, Form, OwnEvent>

/** What the form of a draft is drawn with. */
export interface StepProps<Draft> {
  readonly flow: PoolFlow
  readonly draft: Draft
  readonly problems: Problems
  readonly formId: string
}

const moved = ({ amount_cents: amountCents, status }: PoolMove): Result => ({
  amountCents,
  pending: status === 'processing',
})
const nothing = (): Result => null
const cents = (typed: string): number => centsOf(typed) ?? 0

/** The API call of an action. */
const callOf = ({ action }: Intent): FlowCall<Result> => {
  switch (action.kind) {
    case 'create': {
      const body = {
        pool_name: action.name,
        pool_type: action.type,
        risk_profile: action.risk,
        initial_investment_cents: cents(action.initial),
        target_monthly_yield_cents: cents(action.target),
        auto_bill_payment_enabled: action.autoPay,
      }
      return flowCall(poolOperations.createPool, { body }, moved, null)
    }
    case 'add':
    case 'withdraw': {
      const operation =
        action.kind === 'add' ? poolOperations.contributeToPool : poolOperations.withdrawFromPool
      const body = { amount_cents: cents(action.amount) }
      return flowCall(operation, { params: { id: action.pool.id }, body }, moved, null)
    }
    case 'settings': {
      const body = {
        auto_bill_payment_enabled: action.autoPay,
        target_monthly_yield_cents: cents(action.target),
      }
      return flowCall(poolOperations.changePoolSettings, { params: { id: action.pool.id }, body }, nothing)
    }
    case 'close':
      return flowCall(poolOperations.closePool, { params: { id: action.pool.id } }, moved, null)
    case 'pay':
      return flowCall(
        billOperations.payBill,
        { params: { id: action.bill.id } },
        ({ amount_cents: amountCents, status }): Result => ({ amountCents, pending: status !== 'paid' }),
        null,
      )
    case 'wallet_fallback':
      return flowCall(billOperations.setBillSettings, { body: { pay_from_wallet: action.allowed } }, nothing)
    default:
      return action satisfies never
  }
}

/** Maps field names of the API's requests to those of the forms. */
const FIELDS: Readonly<Record<string, string>> = {
  pool_name: 'name',
  pool_type: 'type',
  risk_profile: 'risk',
  initial_investment_cents: 'initial',
  target_monthly_yield_cents: 'target',
  auto_bill_payment_enabled: 'autoPay',
  amount_cents: 'amount',
}

const UNSURE = t('{message} You can safely save again.', { message: new UnknownOutcomeError().message })

const { perform, ask } = calling(
  callOf,
  ({ action }: Intent) => wordsOf(action).failure,
  (field) => FIELDS[field],
)

/** Pauses between refreshes: pending money arrives within seconds. */
const ARRIVES_AFTER_MS = [500, 1_500, 4_000]

const refreshUntilArrived = async (): Promise<void> => {
  // Never aborted: the receipt may close, but the page behind it shows the balances too.
  const never = new AbortController().signal
  for (const wait_ms of ARRIVES_AFTER_MS) {
    await pause(wait_ms, never)
    refreshMoney(undefined)
  }
}

const isPending = (state: ActionState): boolean => {
  if (state.step === 'success') return state.receipt?.pending === true
  return state.step === 'closed' && state.last?.ok === true && state.last.receipt?.pending === true
}

/** The signed-in member's flow. */
export const poolFlowOf = onePerMember((member): PoolFlow =>
  createFlow<Intent, Result, Form, OwnEvent>({
    member,
    name: 'investing',
    kind: 'investing',
    transition,
    saved,
    // What a touch begins anew is not worth it.
    offered: (state) => {
      if (state.step === 'managing') return null
      const action = 'intent' in state ? state.intent.action : state.draft
      if (action.kind === 'wallet_fallback') return null
      if (action.kind === 'create')
        return action.name.trim() === '' ? null : t('Continue creating “{name}”?', { name: action.name })
      if ('amount' in action && action.amount.trim() === '') return null
      const name = action.kind === 'pay' ? action.bill.title : action.pool.name
      return t('Continue “{title}” for {name}?', { title: wordsOf(action).title, name })
    },
    perform: async (intent) => {
      const result = await perform(intent)
      return isRepeatable(intent.action) && result.event.type === 'lost'
        ? { event: { type: 'not_sent', key: intent.key, message: UNSURE } }
        : result
    },
    ask,
    // Only actions that move money: a lost settings request can simply be sent again.
    isRecorded: ({ action }) => !isRepeatable(action),
    entered: async (state) => {
      if (isPending(state)) await refreshUntilArrived()
    },
  }),
)
