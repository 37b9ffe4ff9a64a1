import type { PoolMove } from '../../../../api/contract/pools.ts'
import { operations } from '../../../../api/contract/operations.ts'
import { call, type CallResult } from '../../../data/client.ts'
import { ApiError, refusalOf, UnknownOutcomeError } from '../../../data/errors.ts'
import { found } from '../../../flow/ask-by-key.ts'
import { fateOf } from '../../../flow/fate.ts'
import type { Action } from './actions.ts'
import { centsOf } from './amounts.ts'
import type { ActionEvent, Intent, Problems, Result } from './machine.ts'
import { wordsOf } from './words.ts'

interface Told {
  readonly event: ActionEvent
  readonly position?: string | undefined
}

interface Written {
  readonly result: Result
  readonly position: string | undefined
}

const moved = (data: PoolMove): Written => ({
  result: { amountCents: data.amount_cents, pending: data.status === 'processing' },
  position: data.position,
})
const written = ({ position }: Pick<CallResult<never>, 'position'>): Written => ({ result: null, position })
const cents = (typed: string): number => centsOf(typed) ?? 0

/** Makes the call of an action. */
const send = async ({ action, key: idempotencyKey }: Intent): Promise<Written> => {
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
      return moved((await call(operations.createPool, { body, idempotencyKey })).data)
    }
    case 'add':
    case 'withdraw': {
      const operation = action.kind === 'add' ? operations.contributeToPool : operations.withdrawFromPool
      const body = { amount_cents: cents(action.amount) }
      return moved((await call(operation, { params: { id: action.pool.id }, body, idempotencyKey })).data)
    }
    case 'settings': {
      const body = {
        auto_bill_payment_enabled: action.autoPay,
        target_monthly_yield_cents: cents(action.target),
      }
      return written(await call(operations.changePoolSettings, { params: { id: action.pool.id }, body }))
    }
    case 'close': {
      const params = { id: action.pool.id }
      return moved((await call(operations.closePool, { params, idempotencyKey })).data)
    }
    case 'pay': {
      const { data, position } = await call(operations.payBill, {
        params: { id: action.bill.id },
        idempotencyKey,
      })
      return { result: { amountCents: data.amount_cents, pending: data.status !== 'paid' }, position }
    }
    case 'wallet_fallback':
      return written(await call(operations.setBillSettings, { body: { pay_from_wallet: action.allowed } }))
    default:
      return action satisfies never
  }
}

/** The fields of the requests under the names of the forms. */
const FIELDS: Readonly<Record<string, string>> = {
  pool_name: 'name',
  pool_type: 'type',
  risk_profile: 'risk',
  initial_investment_cents: 'initial',
  target_monthly_yield_cents: 'target',
  auto_bill_payment_enabled: 'autoPay',
  amount_cents: 'amount',
}

const problemsOf = (error: unknown): Problems =>
  error instanceof ApiError
    ? Object.fromEntries(Object.entries(error.fields).map(([name, text]) => [FIELDS[name] ?? name, text]))
    : {}

/** Settings say what shall be, not what shall change: whoever lost the answer may say it again. */
const isRepeatable = ({ kind }: Action): boolean => kind === 'settings' || kind === 'wallet_fallback'

/** Does what the intent says under its key; the outcome is one event, never a rejection. */
export const perform = async (intent: Intent): Promise<Told> => {
  const { action, key } = intent
  try {
    const { result, position } = await send(intent)
    return { event: { type: 'done', key, result }, position }
  } catch (error) {
    const fate = fateOf(error)
    const message = refusalOf(error, wordsOf(action).failure)
    if (fate === 'not_sent') return { event: { type: 'not_sent', key, message } }
    if (fate === 'lost' && !isRepeatable(action)) return { event: { type: 'lost', key } }
    if (error instanceof UnknownOutcomeError) {
      const unsure = `${error.message} You can safely save again.`
      return { event: { type: 'not_sent', key, message: unsure } }
    }
    return { event: { type: 'refused', key, message, problems: problemsOf(error) } }
  }
}

/**
 * What the server knows of an intent: its end; `unknown` when it never arrived or was never finished (both
 * may be repeated under the same key); null when it can't be asked.
 */
export const askByKey = async (
  { action, key }: Intent,
  signal: AbortSignal,
): Promise<Told | 'unknown' | null> => {
  const answer = await found(
    async () => (await call(operations.getOutcomeByKey, { params: { key }, signal })).data,
  )
  if (answer === null) return null
  if (answer === 'unknown' || answer.state === 'unfinished') return 'unknown'
  const { state, error, position } = answer
  return state === 'done'
    ? { event: { type: 'done', key, result: null }, position: position ?? undefined }
    : { event: { type: 'refused', key, message: error ?? wordsOf(action).failure, problems: {} } }
}
