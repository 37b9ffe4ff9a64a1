import { closedBank } from './wallet/closed-bank.ts'
import type { TreasuryBank } from './wallet/treasury-bank.ts'
import { closedMarket } from './pools/closed-market.ts'
import type { Market } from './pools/market.ts'
import type { Platform } from './platform.ts'

/*
 * What stands in for the outside world is loaded only where the configuration names it: production without such a
 * name does not even have it in memory.
 */

/** The market that pools are invested in. */
export const openMarket = async ({
  config,
  keptKeys,
}: Pick<Platform, 'config' | 'keptKeys'>): Promise<Market> => {
  if (config.market.kind === 'none') return closedMarket
  const { createSandboxMarket } = await import('./sandbox/market/market.ts')
  if (config.environment !== 'production') return createSandboxMarket({ seed: 'youtility' })
  // Whoever knows the seed knows tomorrow's prices. The oldest key: prices of the past must never change.
  const seed = (await keptKeys.of('sandbox market')).at(-1)
  return createSandboxMarket({ seed: seed?.toString('hex') ?? '' })
}

/** The bank that members' dollars are held at. */
export const openTreasuryBank = async ({
  config,
  pool,
}: Pick<Platform, 'config' | 'pool'>): Promise<TreasuryBank> => {
  if (config.treasuryBank.kind === 'none') return closedBank
  const { createSandboxTreasuryBank } = await import('./sandbox/treasury-bank.ts')
  return createSandboxTreasuryBank({ pool, formerSecrets: config.keyEncryptionKeys })
}
