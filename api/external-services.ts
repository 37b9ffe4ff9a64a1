import type { Pool } from 'pg'
import { DAY_MS } from '../events/calendar.ts'
import { purgeOlder } from './database/database.ts'
import { PAYMENT_NEWS_RETENTION_MS, type Processing } from './deposits/compose.ts'
import type { Carrying } from './devices/compose.ts'
import { createTelnyxCarrier } from './devices/telnyx/carrier.ts'
import type { PersonChecking } from './persons/compose.ts'
import type { PlatformKeys } from './keys/platform-keys.ts'
import { closedBank } from './wallet/closed-bank.ts'
import { memberAccountIds } from './wallet/member-accounts.ts'
import type { TreasuryBank } from './wallet/treasury-bank.ts'
import { closedPayingBank } from './withdrawals/closed-bank.ts'
import type { PayingBank } from './withdrawals/paying-bank.ts'
import type { BankWebhook } from './withdrawals/webhooks.ts'
import { createAlpacaMarket } from './pools/alpaca/market.ts'
import { withStoredQuotes } from './pools/stored-quotes.ts'
import { closedMarket } from './pools/closed-market.ts'
import type { Market } from './pools/market.ts'
import type { Platform } from './platform.ts'

/*
 * The sandbox, and the clients of Stripe and Increase, which are large, are imported only where the configuration names them: production
 * without them does not load them into memory.
 */

/** The market that pools are invested in. */
export const openMarket = async ({
  config,
  pool,
  platformKeys,
}: Pick<Platform, 'config' | 'pool' | 'platformKeys'>): Promise<Market> => {
  if (config.market.kind === 'none') return closedMarket
  if (config.market.kind === 'alpaca') return withStoredQuotes(pool, createAlpacaMarket(config.market))
  const { createSandboxMarket } = await import('./sandbox/market/market.ts')
  if (config.environment !== 'production') return createSandboxMarket({ seed: 'youtility' })
  // Whoever knows the seed knows tomorrow's prices. Takes the oldest key: past prices must never change.
  const seed = (await platformKeys.of('sandbox market')).at(-1)
  return createSandboxMarket({ seed: seed?.toString('hex') ?? '' })
}

const increaseAccounts = (pool: Pool) => ({
  memberAccountIds: (which: 'open' | 'all') => memberAccountIds(pool, 'increase', which),
})

/** The bank that members' dollars are held at. */
export const openTreasuryBank = async ({
  config,
  pool,
  clock,
  realClock,
}: Pick<Platform, 'config' | 'pool' | 'clock' | 'realClock'>): Promise<TreasuryBank> => {
  const { treasuryBank } = config
  if (treasuryBank.kind === 'none') return closedBank
  if (treasuryBank.kind === 'increase') {
    const { createIncreaseTreasuryBank } = await import('./withdrawals/increase/treasury-bank.ts')
    return createIncreaseTreasuryBank({ ...treasuryBank, ...increaseAccounts(pool), pool, clock: realClock })
  }
  const { createSandboxTreasuryBank } = await import('./sandbox/treasury-bank.ts')
  const { accounts } = treasuryBank
  return createSandboxTreasuryBank({ pool, clock, accounts, formerSecrets: config.keyEncryptionKeys })
}

/** The bank as it pays out; `payIn`: into the sandbox's, for demo members. */
interface Paying {
  readonly bank: PayingBank
  readonly payIn: (depositId: string, cents: bigint) => Promise<void>
}

/** The same bank as it pays out. */
export const openPayingBank = async ({
  config,
  pool,
  clock,
  realClock,
  platformKeys,
}: Pick<Platform, 'config' | 'pool' | 'clock' | 'realClock' | 'platformKeys'>): Promise<Paying> => {
  const { treasuryBank } = config
  if (treasuryBank.kind === 'none') return { bank: closedPayingBank, payIn: async () => {} }
  if (treasuryBank.kind === 'increase') {
    const { createIncreasePayingBank } = await import('./withdrawals/increase/paying-bank.ts')
    // Nobody is seeded where there is a real bank.
    const options = { ...treasuryBank, ...increaseAccounts(pool), clock: realClock }
    return { bank: createIncreasePayingBank(options), payIn: async () => {} }
  }
  const { createSandboxPayingBank } = await import('./sandbox/paying-bank/paying-bank.ts')
  // Takes the oldest key: a payout is recognized as the one that was ordered.
  const secret = (await platformKeys.of('sandbox payouts')).at(-1)?.toString('hex') ?? ''
  const sandbox = createSandboxPayingBank({ pool, clock, secret })
  return { bank: sandbox, payIn: sandbox.payIn }
}

/** How the bank says that something is new; null where it does not. */
export const openBankWebhook = async ({
  config: { treasuryBank },
}: Pick<Platform, 'config'>): Promise<BankWebhook | null> => {
  if (treasuryBank.kind !== 'increase' || treasuryBank.webhookSecrets.length === 0) return null
  const { createIncreaseWebhook } = await import('./withdrawals/increase/webhook.ts')
  return createIncreaseWebhook(treasuryBank.webhookSecrets)
}

/** Nothing can be reported of a payment so old; see `api/deposits/` for how long one can come back. */
const SANDBOX_PAYMENT_RETENTION_MS = 400 * DAY_MS

/** The payment processor for cards and bank transfers. The sandbox sends its webhooks to `origin`, our own. */
export const openProcessing = async (
  {
    config,
    pool,
    clock,
    realClock,
    platformKeys,
    log,
  }: Pick<Platform, 'config' | 'pool' | 'clock' | 'realClock' | 'platformKeys' | 'log'>,
  origin: string,
): Promise<Processing> => {
  const { payments, sandboxDaySeconds } = config
  if (payments.kind === 'stripe') {
    const { createStripeProcessor } = await import('./deposits/stripe/processor.ts')
    // Stripe's signatures contain the real time.
    const processor = createStripeProcessor({ ...payments, clock: realClock })
    return { processor, sandbox: null, processes: () => [], purges: [] }
  }
  const { createSandboxProcessor } = await import('./sandbox/processor/processor.ts')
  const { purgeSandboxSendings, startSandboxDeliveries } = await import('./sandbox/processor/deliveries.ts')
  const secret = await sandboxWebhookSecret(platformKeys)
  const sandbox = createSandboxProcessor({ pool, clock, secret, daySeconds: sandboxDaySeconds })
  const url = `${origin}/api/webhooks/sandbox`
  return {
    processor: sandbox,
    sandbox,
    processes: () => [startSandboxDeliveries({ pool, clock, secret, url, log })],
    purges: [
      () => purgeSandboxSendings(pool, new Date(clock().getTime() - PAYMENT_NEWS_RETENTION_MS)),
      purgeOlder({ pool, clock }, 'app.sandbox_payment', 'created_at', SANDBOX_PAYMENT_RETENTION_MS),
    ],
  }
}

/** Who looks at members' documents. */
export const openPersonCheck = async ({
  config: { personCheck, sandboxDaySeconds: daySeconds },
  pool,
  clock,
  realClock,
  platformKeys,
}: Pick<Platform, 'config' | 'pool' | 'clock' | 'realClock' | 'platformKeys'>): Promise<PersonChecking> => {
  if (personCheck.kind === 'none') return { check: null, sandbox: null }
  if (personCheck.kind === 'stripe') {
    const { createStripePersonCheck } = await import('./persons/stripe/check.ts')
    // Stripe's signatures contain the real time, by which people age as well.
    return { check: createStripePersonCheck({ ...personCheck, clock: realClock }), sandbox: null }
  }
  const { createSandboxPersonCheck } = await import('./sandbox/person-check.ts')
  const secret = await sandboxWebhookSecret(platformKeys)
  const { minuteSeconds } = personCheck
  const sandbox = createSandboxPersonCheck({ pool, clock, secret, minuteSeconds, daySeconds })
  return { check: sandbox, sandbox }
}

/** The secret that the sandbox signs its webhooks with. */
export const sandboxWebhookSecret = async (platformKeys: Pick<PlatformKeys, 'of'>): Promise<string> =>
  (await platformKeys.of('sandbox webhooks'))[0].toString('hex')

/** The mobile carrier of members' devices. */
export const openCarrier = async ({
  config: { carrier },
  pool,
  clock,
  platformKeys,
}: Pick<Platform, 'config' | 'pool' | 'clock' | 'platformKeys'>): Promise<Carrying> => {
  if (carrier.kind === 'telnyx') return { carrier: createTelnyxCarrier(carrier), testLabels: [] }
  const { createSandboxCarrier } = await import('./sandbox/carrier/carrier.ts')
  const { TEST_LABELS } = await import('./sandbox/carrier/test-labels.ts')
  // Takes the oldest key: numbers that were assigned must not change.
  const secret = (await platformKeys.of('sandbox carrier')).at(-1)?.toString('hex') ?? ''
  return {
    carrier: createSandboxCarrier({ pool, clock, secret, minuteSeconds: carrier.minuteSeconds }),
    testLabels: TEST_LABELS.map(({ label, outcome }) => ({ label, outcome })),
  }
}
