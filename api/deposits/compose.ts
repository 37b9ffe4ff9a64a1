import { hkdfSync } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { unpaidDeposits, unsettledDeposits } from '../../projections/deposits/queries.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../http/logger.ts'
import type { ApiRouter } from '../http/operation.ts'
import type { Ledger } from '../ledger.ts'
import { startDepositSettlement } from './deposit-settlement.ts'
import type { Recurring } from '../processes/recurring.ts'
import { startUnpaidDeposits } from './unpaid-deposits.ts'
import { startWebhookInbox } from './webhook-inbox.ts'
import { purgeSandboxSendings, startSandboxDeliveries } from '../sandbox/processor/deliveries.ts'
import { createSandboxProcessor } from '../sandbox/processor/processor.ts'
import type { WalletArea } from '../wallet/context.ts'
import { createBankAccounts } from './bank-accounts.ts'
import type { PaymentsArea } from './context.ts'
import { createDeposits } from './deposits.ts'
import { createInbox } from './inbox.ts'
import { registerPayments } from './routes.ts'
import { createSettlement } from './settlement.ts'
import { createStripeProcessor } from './stripe/processor.ts'

/** Processors send an event again for days (Stripe: three); what is older needs no remembering. */
const REMEMBERED_MS = 90 * 24 * 60 * 60_000

export interface PaymentsParts {
  readonly config: Pick<Config, 'payments' | 'keyEncryptionKeys' | 'sandboxDaySeconds'>
  readonly pool: Pool
  readonly ledger: Pick<Ledger, 'store' | 'wallets'>
  readonly clock: Clock
  readonly log: Logger
  /** Origin where this installation answers, for the sandbox's webhooks. */
  readonly origin: string
}

/** Payments as one thing: their calls, and the processes behind them. */
export interface PaymentsPart {
  readonly register: (api: ApiRouter, area: Pick<WalletArea, 'idempotency' | 'bank' | 'waitFor'>) => void
  /** Settlement, webhooks left open, payments left lying, and the sandbox's own webhooks. */
  readonly startProcesses: () => readonly Recurring[]
  readonly purges: readonly (() => Promise<number>)[]
}

/** A key of its own for each purpose, from the one that the operator keeps. */
const keyFor = (keyEncryptionKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(keyEncryptionKey, 'base64'), '', `youtility ${purpose}`, 32))

/** What the sandbox signs its webhooks with. */
export const sandboxWebhookSecret = (keyEncryptionKeys: readonly string[]): string =>
  keyFor(keyEncryptionKeys[0] ?? '', 'sandbox webhooks').toString('hex')

export const composePayments = ({
  config: { payments, keyEncryptionKeys, sandboxDaySeconds },
  pool,
  ledger: { store, wallets },
  clock,
  log,
  origin,
}: PaymentsParts): PaymentsPart => {
  const key = keyEncryptionKeys[0] ?? ''
  const secret = sandboxWebhookSecret(keyEncryptionKeys)
  const { processor, sandbox } = ((): Pick<PaymentsArea, 'processor' | 'sandbox'> => {
    if (payments.kind === 'stripe')
      return { processor: createStripeProcessor({ ...payments, clock }), sandbox: null }
    const made = createSandboxProcessor({ pool, clock, secret, daySeconds: sandboxDaySeconds })
    return { processor: made, sandbox: made }
  })()
  const deposits = createDeposits(store)
  const settlement = createSettlement({ store, wallets, clock })
  const inbox = createInbox({ pool, deposits, settlement, clock, log })
  const bankAccounts = createBankAccounts({
    pool,
    processor,
    fingerprintKey: keyFor(key, 'bank account fingerprints'),
    clock,
  })
  const remembered = () => new Date(clock().getTime() - REMEMBERED_MS)

  return {
    register: (api, area) =>
      registerPayments(api, {
        ...area,
        pool,
        store,
        clock,
        wallets,
        processor,
        sandbox,
        deposits,
        bankAccounts,
        inbox,
      }),
    startProcesses: () => [
      startDepositSettlement({
        unsettled: (olderThanMs, limit) =>
          unsettledDeposits(pool, new Date(clock().getTime() - olderThanMs), limit),
        settlement,
        log,
      }),
      startWebhookInbox({ inbox, log }),
      startUnpaidDeposits({
        unpaid: (olderThan, limit) => unpaidDeposits(pool, olderThan, limit),
        deposits,
        processor,
        clock,
        log,
      }),
      ...(sandbox
        ? [startSandboxDeliveries({ pool, clock, secret, url: `${origin}/api/webhooks/sandbox`, log })]
        : []),
    ],
    purges: [() => inbox.purge(remembered()), () => purgeSandboxSendings(pool, remembered())],
  }
}
