import { composeAccessTokens } from './access-tokens/compose.ts'
import { composeBills } from './bills/compose.ts'
import { createCases, type Cases } from './cases/cases.ts'
import { composeCases } from './cases/compose.ts'
import { composeClock } from './clock/compose.ts'
import { composeContacts } from './contacts/compose.ts'
import { composeCredentials } from './credentials/compose.ts'
import { composeDeposits } from './deposits/compose.ts'
import { recentDepositsOf } from './deposits/recent.ts'
import { composeDevices } from './devices/compose.ts'
import { composeGovernance } from './governance/compose.ts'
import { composeIdentity } from './identity/compose.ts'
import type { IdentityOptions } from './identity/identity.ts'
import { composeLive } from './live/compose.ts'
import type { Live } from './live/live.ts'
import { composeNotifications } from './notifications/compose.ts'
import {
  openBankWebhook,
  openCarrier,
  openMarket,
  openPayingBank,
  openPersonCheck,
  openProcessing,
  openTreasuryBank,
} from './external-services.ts'
import type { Area } from './area.ts'
import type { OpenPlatform } from './platform.ts'
import { composePasskeys } from './passkeys/compose.ts'
import { composePersons } from './persons/compose.ts'
import { composePools } from './pools/compose.ts'
import { composeProfile } from './profile/compose.ts'
import { composeProof } from './proof/compose.ts'
import { composeReconciliation } from './reconciliation/compose.ts'
import { composeReports } from './reports/compose.ts'
import { composeRequests } from './requests/compose.ts'
import type { SeedAreas } from './sandbox/seeding.ts'
import { composeToken } from './token/compose.ts'
import { composeWallet } from './wallet/compose.ts'
import { createDebts } from './wallet/debts.ts'
import { createEarning } from './wallet/earning.ts'
import { composeWithdrawals } from './withdrawals/compose.ts'

interface AreaOptions {
  /** Where members sign in. */
  readonly provider: IdentityOptions['provider']
  /** Origin of this process, or of the one that serves the API, past any proxy; for the sandbox's webhooks. */
  readonly origin: string
}

/** The areas that keep only what members wrote or chose, and are asked by no other. */
const composeKept = (platform: OpenPlatform, reported: Cases): readonly Area[] => [
  composePasskeys(platform),
  composeAccessTokens(platform),
  composeNotifications(platform),
  composeCases(platform, reported),
  composeContacts(platform),
]

/** Wallets, and how dollars come into them and leave the house. */
const composeDollars = async (platform: OpenPlatform, cases: Cases, origin: string) => {
  const bank = await openTreasuryBank(platform)
  const earning = createEarning(bank, platform.standings)
  const paying = await openPayingBank(platform)
  return {
    bank,
    earning,
    payIn: paying.payIn,
    wallet: composeWallet(platform, {
      bank,
      earning,
      cases,
      recentDeposits: (memberId) => recentDepositsOf(platform.pool, memberId),
    }),
    deposits: await composeDeposits(platform, {
      bank,
      processing: await openProcessing(platform, origin),
    }),
    withdrawals: await composeWithdrawals(platform, {
      bank: paying.bank,
      webhook: await openBankWebhook(platform),
      mayWithdraw: platform.standings.assertVerified,
    }),
    reconciliation: composeReconciliation(platform, paying),
  }
}

/** Composes every area, each after those it depends on. Their processes start in this order. */
export const composeAreas = async (
  platform: OpenPlatform,
  { provider, origin }: AreaOptions,
): Promise<{ readonly areas: readonly Area[]; readonly seeded: SeedAreas; readonly live: Live }> => {
  const market = await openMarket(platform)
  const reported = createCases(platform)
  const kept = composeKept(platform, reported)
  const dollars = await composeDollars(platform, reported, origin)
  const { wallet, deposits, withdrawals } = dollars
  const requests = composeRequests(platform)
  const token = composeToken(platform)
  const governance = composeGovernance(platform)
  const devices = composeDevices(platform, await openCarrier(platform))
  const billers = [devices.biller]
  const pools = composePools(platform, { market })
  const bills = composeBills(platform, { pools: pools.pools, market, billers })
  const credentials = composeCredentials(platform)
  const personChecking = await openPersonCheck(platform)
  const persons = composePersons(platform, { ...personChecking, credentials: credentials.credentials })
  const keepers = [...kept, wallet, devices, deposits, withdrawals, bills, persons]
  const profile = composeProfile(platform, {
    credentials,
    requests: requests.requests,
    payments: withdrawals.lastPayments,
    earning: dollars.earning,
    personalData: keepers.flatMap(({ personalData }) => personalData),
    areas: () => areas,
  })
  const live = composeLive(platform)
  const identity = composeIdentity(platform, {
    provider,
    assertOpen: profile.assertOpen,
    takeDebtsOver: createDebts({ ...platform.ledger, clock: platform.clock }),
  })

  const areas: readonly Area[] = [
    identity,
    live,
    ...kept,
    wallet,
    deposits,
    withdrawals,
    dollars.reconciliation,
    requests,
    token,
    governance,
    devices,
    pools,
    bills,
    credentials,
    persons,
    profile,
    composeReports(platform, { billers, earning: dollars.earning }),
    await composeProof(platform),
    composeClock(platform),
  ]

  return {
    live: live.live,
    seeded: {
      bank: dollars.bank,
      payIn: dollars.payIn,
      stakes: token.stakes,
      openings: governance.openings,
      movements: pools.movements,
      orders: devices.orders,
      personCheck: personChecking.sandbox,
    },
    areas,
  }
}
