import { idFor, problem, type Answer } from './fake-answers.ts'
import type { SeenRequest } from './seen-request.ts'

/** Stripe's test values of micro-deposits (docs.stripe.com/payments/ach-direct-debit/set-up-payment, "Test"). */
const AMOUNTS = '32,45'
const CODE = 'SM11AA'
const ATTEMPTS_MAX = 3

interface Setup {
  readonly id: string
  readonly object: 'setup_intent'
  readonly created: number
  readonly payment_method: string
  readonly type: 'amounts' | 'descriptor_code'
  status: string
  attempts: number
}

/** Stripe's setup intents of bank accounts, which micro-deposits verify. */
export interface FakeSetup {
  /** Has this payment method verified by a code instead of two amounts. */
  readonly byCode: (paymentMethod: string) => void
  readonly create: (request: SeenRequest) => Answer
  readonly confirm: (id: string, request: SeenRequest) => Answer
  readonly retrieve: (id: string) => Answer
  readonly verify: (id: string, request: SeenRequest) => Answer
  /** Whether a payment method may be debited. */
  readonly isVerified: (paymentMethod: string) => boolean
}

const shown = ({ attempts: _attempts, type, ...setup }: Setup): Answer => ({
  status: 200,
  body: {
    ...setup,
    next_action:
      setup.status === 'requires_action'
        ? {
            type: 'verify_with_microdeposits',
            verify_with_microdeposits: {
              arrival_date: setup.created + 86_400,
              hosted_verification_url: 'https://payments.stripe.com/microdeposit/x',
              microdeposit_type: type,
            },
          }
        : null,
  },
})

const refusal = (code: string): Answer => problem('The micro-deposits were not verified.', { code })

export const createFakeSetup = (): FakeSetup => {
  const setups = new Map<string, Setup>()
  const verified = new Set<string>()
  const byCode = new Set<string>()
  const withSetup = (id: string, work: (setup: Setup) => Answer): Answer => {
    const setup = setups.get(id)
    return setup
      ? work(setup)
      : { ...problem('No such setup_intent', { code: 'resource_missing' }), status: 404 }
  }
  const isRight = ({ type }: Setup, params: SeenRequest['params']): boolean => {
    if (type === 'descriptor_code') return params['descriptor_code'] === CODE
    const amounts = [params['amounts[0]'], params['amounts[1]']].map(Number)
    return String(amounts.toSorted((a, b) => a - b)) === AMOUNTS
  }
  return {
    byCode: (paymentMethod) => void byCode.add(paymentMethod),
    create: ({ params, idempotencyKey = '' }) => {
      const setup: Setup = {
        id: idFor('seti', idempotencyKey),
        object: 'setup_intent',
        created: Math.floor(Date.now() / 1_000),
        payment_method: params['payment_method'] ?? '',
        type: byCode.has(params['payment_method'] ?? '') ? 'descriptor_code' : 'amounts',
        status: 'requires_confirmation',
        attempts: 0,
      }
      setups.set(setup.id, setup)
      return shown(setup)
    },
    confirm: (id, { params }) =>
      withSetup(id, (setup) => {
        if (setup.status !== 'requires_confirmation') return refusal('setup_intent_unexpected_state')
        if (params['mandate_data[customer_acceptance][type]'] !== 'online')
          return problem('A debit needs a mandate.', { param: 'mandate_data' })
        setup.status = 'requires_action'
        return shown(setup)
      }),
    retrieve: (id) => withSetup(id, shown),
    verify: (id, { params }) =>
      withSetup(id, (setup) => {
        if (setup.status !== 'requires_action') return refusal('setup_intent_unexpected_state')
        if (isRight(setup, params)) {
          setup.status = 'succeeded'
          verified.add(setup.payment_method)
          return shown(setup)
        }
        setup.attempts += 1
        if (setup.attempts < ATTEMPTS_MAX)
          return refusal(
            `payment_method_microdeposit_verification_${setup.type === 'amounts' ? 'amounts' : 'descriptor_code'}_mismatch`,
          )
        setup.status = 'requires_payment_method'
        return refusal('payment_method_microdeposit_verification_attempts_exceeded')
      }),
    isVerified: (paymentMethod) => verified.has(paymentMethod),
  }
}
