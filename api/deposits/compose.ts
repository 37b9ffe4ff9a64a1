import { hkdfSync } from 'node:crypto'
import { unpaidDeposits, unsettledDeposits } from '../../projections/deposits/queries.ts'
import type { Part } from '../part.ts'
import type { Platform } from '../platform.ts'
import { startDepositSettlement } from './deposit-settlement.ts'
import { startUnpaidDeposits } from './unpaid-deposits.ts'
import { startWebhookInbox } from './webhook-inbox.ts'
import { purgeSandboxSendings, startSandboxDeliveries } from '../sandbox/processor/deliveries.ts'
import { createSandboxProcessor } from '../sandbox/processor/processor.ts'
import type { TreasuryBank } from '../wallet/treasury-bank.ts'
import { createBankAccounts } from './bank-accounts.ts'
import type { PaymentsArea } from './context.ts'
import { createDeposits } from './deposits.ts'
import { createInbox } from './inbox.ts'
import { paymentsData } from './personal-data.ts'
import { purgeReversible } from './reversible.ts'
import { registerDeposits } from './routes.ts'
import { createSettlement } from './settlement.ts'
import { createStripeProcessor } from './stripe/processor.ts'

/** Processors send an event again for days (Stripe: three); what is older needs no remembering. */
const REMEMBERED_MS = 90 * 24 * 60 * 60_000

/** A key of its own for each purpose, from the one that the operator keeps. */
const keyFor = (keyEncryptionKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(keyEncryptionKey, 'base64'), '', `youtility ${purpose}`, 32))

/** What the sandbox signs its webhooks with. */
export const sandboxWebhookSecret = (keyEncryptionKeys: readonly string[]): string =>
  keyFor(keyEncryptionKeys[0] ?? '', 'sandbox webhooks').toString('hex')

/**
 * Deposits: their calls, settlement, webhooks left open, deposits that nobody paid, and the sandbox's own webhooks,
 * which are sent to `origin`, where this installation answers.
 */
export const composeDeposits = (
  platform: Pick<Platform, 'config' | 'pool' | 'ledger' | 'clock' | 'realClock' | 'log' | 'waitFor'>,
  { bank, origin }: { readonly bank: TreasuryBank; readonly origin: string },
): Part => {
  const { config, pool, ledger, log } = platform
  const { payments, keyEncryptionKeys, sandboxDaySeconds } = config
  const { store, wallets } = ledger
  // Stripe signs by the real time.
  const clock = payments.kind === 'stripe' ? platform.realClock : platform.clock
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
    register: (api) =>
      registerDeposits(api, {
        ...platform,
        store,
        clock,
        wallets,
        bank,
        processor,
        sandbox,
        deposits,
        bankAccounts,
        inbox,
      }),
    processes: () => [
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
    personalData: [paymentsData(clock)],
    purges: [
      () => inbox.purge(remembered()),
      () => purgeSandboxSendings(pool, remembered()),
      () => purgeReversible(pool, clock()),
    ],
  }
}
