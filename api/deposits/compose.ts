import { hkdfSync } from 'node:crypto'
import { unpaidDeposits, unsettledDeposits } from '../../projections/deposits/queries.ts'
import type { Part } from '../part.ts'
import type { Platform } from '../platform.ts'
import type { Recurring } from '../processes/recurring.ts'
import { startDepositSettlement } from './deposit-settlement.ts'
import { startUnpaidDeposits } from './unpaid-deposits.ts'
import { startWebhookInbox } from './webhook-inbox.ts'
import type { TreasuryBank } from '../wallet/treasury-bank.ts'
import { createBankAccounts } from './bank-accounts.ts'
import type { PaymentsArea } from './context.ts'
import { createDeposits } from './deposits.ts'
import { createInbox } from './inbox.ts'
import { paymentsData } from './personal-data.ts'
import { purgeReversible, reserveReversible } from './reversible.ts'
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

/** Who processes payments, with what a sandbox has behind it. */
interface Processing extends Pick<PaymentsArea, 'processor' | 'sandbox'> {
  readonly deliveries: readonly (() => Recurring)[]
  readonly purges: Part['purges']
}

/**
 * Deposits: their calls, settlement, webhooks left open, deposits that nobody paid, and the sandbox's own webhooks,
 * which are sent to `origin`, where this installation answers.
 */
export const composeDeposits = async (
  platform: Pick<
    Platform,
    'config' | 'pool' | 'ledger' | 'clock' | 'realClock' | 'log' | 'waitFor' | 'keptKeys'
  >,
  { bank, origin }: { readonly bank: TreasuryBank; readonly origin: string },
): Promise<Part> => {
  const { config, pool, ledger, log, keptKeys } = platform
  const { payments, keyEncryptionKeys, sandboxDaySeconds } = config
  const { store, wallets } = ledger
  // Stripe signs by the real time.
  const clock = payments.kind === 'stripe' ? platform.realClock : platform.clock
  const secret = sandboxWebhookSecret(keyEncryptionKeys)
  const openProcessor = async (): Promise<Processing> => {
    if (payments.kind === 'stripe')
      return {
        processor: createStripeProcessor({ ...payments, clock }),
        sandbox: null,
        deliveries: [],
        purges: [],
      }
    const { createSandboxProcessor } = await import('../sandbox/processor/processor.ts')
    const { purgeSandboxSendings, startSandboxDeliveries } =
      await import('../sandbox/processor/deliveries.ts')
    const made = createSandboxProcessor({ pool, clock, secret, daySeconds: sandboxDaySeconds })
    const url = `${origin}/api/webhooks/sandbox`
    return {
      processor: made,
      sandbox: made,
      deliveries: [() => startSandboxDeliveries({ pool, clock, secret, url, log })],
      purges: [() => purgeSandboxSendings(pool, remembered())],
    }
  }
  const remembered = () => new Date(clock().getTime() - REMEMBERED_MS)
  const { processor, sandbox, deliveries, purges } = await openProcessor()
  const deposits = createDeposits(store)
  const settlement = createSettlement({ store, wallets, clock })
  const inbox = createInbox({ pool, deposits, settlement, clock, log })
  const bankAccounts = createBankAccounts({
    pool,
    processor,
    fingerprintKeys: [
      ...(await keptKeys.of('bank account fingerprints')),
      // Accounts of earlier releases: their hashes followed from the key-encryption key of then.
      ...keyEncryptionKeys.map((key) => keyFor(key, 'bank account fingerprints')),
    ],
    clock,
  })

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
        reserveReversible: (order) => reserveReversible(pool, order),
      }),
    processes: () => [
      startDepositSettlement({
        unfinished: (before, limit) => unsettledDeposits(pool, before, limit),
        finish: (depositId) => settlement.settle(depositId),
        clock,
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
      ...deliveries.map((start) => start()),
    ],
    personalData: [paymentsData(clock)],
    purges: [() => inbox.purge(remembered()), ...purges, () => purgeReversible(pool, clock())],
  }
}
