import { derivedId } from '../../events/ids.ts'
import { money, usd } from '../../events/money.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { welcomeGrantId } from '../wallet/open-wallet.ts'
import type { Seeding } from './seeding.ts'

const ACTOR = 'seed'
const TREASURY = usd(2_500_00)
/** Instead of the welcome grant. */
const TOKENS = money('YUT', 500_000_000n)

/** Seeds only an empty ledger, or one whose first event is a seed's: that seeding may have been interrupted. */
const isToBeSeeded = async (store: EventStore): Promise<boolean> => {
  for await (const first of store.readAll({ limit: 1 })) return first.metadata['actor'] === ACTOR
  return true
}

/**
 * Gives the demo members their treasury accounts and tokens through ordinary commands; repeating it changes nothing.
 * Returns whether this ledger is seeded.
 */
export const seedDemo = async ({
  ledger: { store, wallets },
  members,
  bank,
  payIn,
  clock,
  profiles,
}: Seeding): Promise<boolean> => {
  if (!(await isToBeSeeded(store))) return false
  await Promise.all(
    profiles.map(async (profile) => {
      const { id: memberId } = await members.signedIn(profile)
      const context = {
        actor: ACTOR,
        correlationId: memberId,
        causationId: memberId,
        at: clock().toISOString(),
      }
      const { accountId } = await bank.openAccount(memberId)
      const depositId = derivedId('seed', 'deposit', memberId)
      const grantId = welcomeGrantId(memberId)

      await wallets.execute(memberId, { type: 'openWallet', memberId }, context)
      await wallets.execute(memberId, { type: 'openTreasuryAccount', accountId }, context)
      await payIn(depositId, TREASURY.minor)
      await wallets.execute(
        memberId,
        { type: 'creditDeposit', depositId, source: 'bank', amount: TREASURY },
        { ...context, step: { eventId: derivedId('DepositCredited', depositId), after: 0n } },
      )
      await wallets.execute(
        memberId,
        { type: 'grantYut', grantId, reason: 'demo', amount: TOKENS },
        { ...context, step: { eventId: derivedId('YutGranted', grantId), after: 0n } },
      )
    }),
  )
  return true
}
