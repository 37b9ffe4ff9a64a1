import type { PoolMove } from '../../../../api/contract/pools.ts'
import { poolOperations } from '../../../../api/contract/pool-operations.ts'
import { billOperations } from '../../../../api/contract/bills.ts'
import { call, type CallResult } from '../../../data/client.ts'
import { UnknownOutcomeError } from '../../../data/errors.ts'
import { attempt, type FlowResult, type Written } from '../../../flow/attempt.ts'
import { isRepeatable } from './actions.ts'
import { centsOf } from './amounts.ts'
import type { ActionEvent, Intent, Result } from './machine.ts'
import { wordsOf } from './words.ts'
import { t } from '../../../texts/texts.ts'

const moved = (data: PoolMove): Written<Result> => ({
  receipt: { amountCents: data.amount_cents, pending: data.status === 'processing' },
  position: data.position,
})
const written = ({ position }: Pick<CallResult<never>, 'position'>): Written<Result> => ({
  receipt: null,
  position,
})
const cents = (typed: string): number => centsOf(typed) ?? 0

/** Makes the API call of an action. */
const send = async ({ action, key: idempotencyKey }: Intent): Promise<Written<Result>> => {
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
      return moved((await call(poolOperations.createPool, { body, idempotencyKey })).data)
    }
    case 'add':
    case 'withdraw': {
      const operation =
        action.kind === 'add' ? poolOperations.contributeToPool : poolOperations.withdrawFromPool
      const body = { amount_cents: cents(action.amount) }
      return moved((await call(operation, { params: { id: action.pool.id }, body, idempotencyKey })).data)
    }
    case 'settings': {
      const body = {
        auto_bill_payment_enabled: action.autoPay,
        target_monthly_yield_cents: cents(action.target),
      }
      return written(await call(poolOperations.changePoolSettings, { params: { id: action.pool.id }, body }))
    }
    case 'close': {
      const params = { id: action.pool.id }
      return moved((await call(poolOperations.closePool, { params, idempotencyKey })).data)
    }
    case 'pay': {
      const { data, position } = await call(billOperations.payBill, {
        params: { id: action.bill.id },
        idempotencyKey,
      })
      return { receipt: { amountCents: data.amount_cents, pending: data.status !== 'paid' }, position }
    }
    case 'wallet_fallback':
      return written(
        await call(billOperations.setBillSettings, { body: { pay_from_wallet: action.allowed } }),
      )
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

/** Sends the intent under its key; resolves with one event and never rejects. */
export const perform = async (intent: Intent): Promise<FlowResult<ActionEvent>> => {
  const { action, key } = intent
  const result = await attempt(intent, () => send(intent), wordsOf(action).failure, FIELDS)
  if (!isRepeatable(action)) return result
  return result.event.type === 'lost' ? { event: { type: 'not_sent', key, message: UNSURE } } : result
}
