import { Counter } from 'prom-client'
import type { DepositsArea } from '../../../../api/deposits/context.ts'
import { createDeposits } from '../../../../api/deposits/deposits.ts'
import { createAchDeposit, createCardDeposit } from '../../../../api/deposits/funding.ts'
import type { Payment, PaymentProcessor } from '../../../../api/deposits/processor.ts'
import { createSettlement, startDepositSettlement } from '../../../../api/deposits/settlement.ts'
import { depositEvents } from '../../../../events/deposits/events.ts'
import { derivedId } from '../../../../events/ids.ts'
import { usd } from '../../../../events/money.ts'
import { answering, never, type Core, type Part } from '../core.ts'
import type { DepositIntent, DepositProcess } from './intents.ts'

const PROVIDER = 'sandbox'

const referenceOf = (depositId: string): string => `payment_${depositId.replaceAll('-', '')}`

const ordered = async ({ depositId }: { readonly depositId: string }): Promise<Payment> => ({
  reference: referenceOf(depositId),
  state: 'requires_payment',
})

/** Accepts every order; the model's webhooks report the outcome. */
const processor: PaymentProcessor = {
  name: PROVIDER,
  publishableKey: null,
  createCardPayment: ordered,
  createBankDebit: ordered,
  paymentOf: async () => null,
  payment: async (reference) => ({ reference, state: 'requires_payment' }),
  clientSecretOf: async () => null,
  cancelPayment: async () => {},
  isTestAccount: () => false,
  saveBankAccount: never,
  validateBankAccount: never,
  proveBankAccount: never,
  readWebhook: never,
  arrival: (_method, now) => ({ from: now, by: now }),
}

const ACCOUNT = {
  id: 'account',
  token: 'token',
  customer: null,
  last4: '0000',
  bankName: null,
  accountType: 'checking',
  source: 'source',
  validation: 'valid',
  validationReference: null,
  validationAsks: null,
  validationArrivesBy: null,
  validationUntil: null,
  validationTries: 0,
} as const

export const startDeposits = (core: Core): Part<DepositIntent, DepositProcess> => {
  const { store, clock, log, views, wallets, recorded, context } = core
  const deposits = createDeposits(store)
  const settlement = createSettlement({ store, wallets, clock })
  const area: DepositsArea = {
    pool: answering(),
    store,
    clock,
    wallets,
    bank: {
      name: 'model',
      simulated: true,
      closed: null,
      openAccount: async (memberId) => ({ accountId: derivedId('account', memberId) }),
      addressOf: never,
      maskedAddressOf: never,
      endAccount: never,
      receiptsSince: never,
    },
    waitFor: async () => true,
    reserveReversible: async () => 'reserved',
    heldUntil: async () => null,
    processor,
    sandbox: null,
    deposits,
    bankAccounts: { save: never, find: async () => ACCOUNT, list: never },
    validations: { begin: never, prove: never, decided: never },
    webhooks: new Counter({
      name: 'webhooks',
      help: 'none',
      labelNames: ['provider', 'outcome'],
      registers: [],
    }),
    inbox: {
      accept: never,
      untilNextMs: async () => undefined,
      sweep: never,
      purge: never,
      backlog: { name: '', look: never },
    },
  }

  /** Does what the inbox does with a stored webhook. */
  const webhook = async ({
    depositId,
    to,
    off,
  }: Extract<DepositIntent, { do: 'webhook' }>): Promise<string> => {
    const reference = referenceOf(depositId)
    const due = async (): Promise<bigint> => {
      for await (const recorded of store.readStream(depositEvents.streamOf(depositId), { limit: 1 })) {
        const { type, data } = depositEvents.parse(recorded)
        if (type === 'DepositInitiated') return BigInt(data.amount.minor) + BigInt(data.fee.minor)
      }
      return 0n
    }
    const change =
      to === 'succeeded'
        ? { to, reference, charged: usd((await due()) + off) }
        : to === 'failed' || to === 'returned'
          ? { to, reference, code: 'R01' }
          : { to, reference }
    await deposits.execute(
      depositId,
      { type: 'advanceDeposit', provider: PROVIDER, change },
      context(depositId),
    )
    if (to === 'succeeded' || to === 'returned') await settlement.settle(depositId)
    return 'done'
  }

  const payIn = async ({
    member,
    method,
    cents,
    key,
  }: Extract<DepositIntent, { do: 'pay in' }>): Promise<string> => {
    const attempt = { memberId: member, idempotencyKey: key, repeated: false }
    const amount = Number(cents)
    if (method === 'card')
      await createCardDeposit(area, attempt, { amount, currency: 'usd', payment_method_type: 'card' })
    else
      await createAchDeposit(
        area,
        attempt,
        { amount, origin_payment_method: ACCOUNT.id },
        { ip: '127.0.0.1', userAgent: 'model' },
      )
    return 'done'
  }

  return {
    take: (intent) => (intent.do === 'pay in' ? payIn(intent) : webhook(intent)),
    processes: {
      'settle deposits': () =>
        startDepositSettlement({
          unfinished: async (before) => views().unsettledDeposits(before.toISOString()),
          finish: recorded((...given) => settlement.settle(...given)),
          clock,
          log,
        }),
    },
  }
}
