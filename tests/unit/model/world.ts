import { pino } from 'pino'
import { HttpError } from '../../../api/http/errors.ts'
import { createEnsureWallet } from '../../../api/wallet/open-wallet.ts'
import { createTransfers } from '../../../api/wallet/transfers.ts'
import { createWallets } from '../../../api/wallet/wallets.ts'
import { money } from '../../../events/money.ts'
import { Refusal } from '../../../events/refusal.ts'
import { NO_SNAPSHOTS } from '../../support/no-snapshots.ts'
import { startBills } from './bills/world.ts'
import type { Core } from './core.ts'
import { startCredentials } from './credentials/world.ts'
import { startDeposits } from './deposits/world.ts'
import { startDevices } from './devices/world.ts'
import { startGovernance } from './governance/world.ts'
import type { Intent, ProcessName } from './intents.ts'
import { startPools } from './pools/world.ts'
import { startRequests } from './requests/world.ts'
import type { Surroundings } from './surroundings.ts'
import { startToken } from './token/world.ts'
import { startWallets } from './wallets/world.ts'
import { startWithdrawals } from './withdrawals/world.ts'

const WELCOME = money('YUT', 100_000_000n)

/** Processes for which a refusal is a normal outcome. */
const MAY_BE_REFUSED: ReadonlySet<ProcessName> = new Set([
  'settle requests',
  'send withdrawals',
  'complete claims',
  'complete votes',
  'pay bills',
])

const isRefused = (error: unknown): error is Refusal | HttpError =>
  error instanceof Refusal || (error instanceof HttpError && error.status < 500)

/** One process of the application over its stores, without HTTP. */
export const startProcess = (surroundings: Surroundings) => {
  const { store, clock, views } = surroundings
  let failures: unknown[] = []
  const wallets = createWallets({ store, snapshots: NO_SNAPSHOTS })
  const ensureWallet = createEnsureWallet({
    wallets,
    clock,
    isReturning: async () => false,
    welcomeGrant: WELCOME,
  })
  const core: Core = {
    store,
    clock,
    log: pino({ enabled: false }),
    views,
    wallets,
    ensureWallet,
    transfers: createTransfers({ wallets, ensureWallet, clock, onUndelivered: () => {} }),
    recorded:
      (work) =>
      async (...args) => {
        try {
          return await work(...args)
        } catch (error) {
          failures.push(error)
          throw error
        }
      },
    context: (id) => ({
      actor: 'system',
      correlationId: id,
      causationId: id,
      at: clock().toISOString(),
    }),
  }
  const ofWallets = startWallets(core)
  const ofDeposits = startDeposits(core)
  const ofWithdrawals = startWithdrawals(core, surroundings.payouts)
  const ofRequests = startRequests(core)
  const ofToken = startToken(core)
  const ofGovernance = startGovernance(core)
  const ofPools = startPools(core, surroundings.market)
  const ofBills = startBills(core, { ...surroundings, pools: ofPools.pools })
  const ofDevices = startDevices(core, surroundings.devices.pool, surroundings.carrier.carrier)
  const ofCredentials = startCredentials(core, surroundings.credentials)
  const processes = {
    ...ofWallets.processes,
    ...ofDeposits.processes,
    ...ofWithdrawals.processes,
    ...ofRequests.processes,
    ...ofToken.processes,
    ...ofGovernance.processes,
    ...ofPools.processes,
    ...ofBills.processes,
    ...ofDevices.processes,
    ...ofCredentials.processes,
  }

  /** Runs one round of a background process; throws the error that made it fail. */
  const sweep = async (name: ProcessName): Promise<string> => {
    // Auto-pay leaves alone who has a pool that is not valued for today.
    if (name === 'pay bills') await sweep('value pools')
    const open = new Set(
      views()
        .proposals()
        .flatMap(({ id, outcome }) => (outcome === '' ? [id] : [])),
    )
    failures = []
    // The first round starts at once, and `stop` waits for its end.
    await processes[name]().stop()
    const failed = failures.find((error) => !(MAY_BE_REFUSED.has(name) && error instanceof Refusal))
    if (failed !== undefined) throw failed
    const closed = views()
      .proposals()
      .filter(({ id, outcome }) => outcome !== '' && open.has(id))
    return ['done', ...closed.map(({ id, outcome }) => `${id} ${outcome}`).toSorted()].join('\n')
  }

  const carryOut = async (intent: Intent, repeated: boolean): Promise<string> => {
    switch (intent.do) {
      case 'open':
      case 'close':
      case 'bank':
      case 'send':
        return ofWallets.take(intent, repeated)
      case 'pay in':
      case 'webhook':
        return ofDeposits.take(intent, repeated)
      case 'take out':
      case 'return withdrawal':
        return ofWithdrawals.take(intent, repeated)
      case 'request':
      case 'approve':
      case 'decline':
      case 'cancel':
        return ofRequests.take(intent, repeated)
      case 'stake':
      case 'unstake':
      case 'claim':
      case 'fund reserve':
        return ofToken.take(intent, repeated)
      case 'propose':
      case 'vote':
        return ofGovernance.take(intent, repeated)
      case 'open pool':
      case 'contribute':
      case 'withdraw':
      case 'close pool':
      case 'set pool':
        return ofPools.take(intent, repeated)
      case 'pay bill':
      case 'set bills from wallet':
        return ofBills.take(intent, repeated)
      case 'provision':
      case 'edit device':
      case 'suspend':
      case 'resume':
      case 'retry':
      case 'remove':
        return ofDevices.take(intent, repeated)
      case 'issue credential':
      case 'revoke credential':
      case 'change profile':
        return ofCredentials.take(intent, repeated)
      case 'sweep':
        return sweep(intent.process)
      case 'pass':
      case 'crash':
        return 'done'
    }
  }

  return {
    /**
     * Returns the outcome: `refused` with the code, or the result.
     * @throws the errors of failing stores
     */
    take: async (intent: Intent, repeated: boolean): Promise<string> => {
      try {
        return await carryOut(intent, repeated)
      } catch (error) {
        if (isRefused(error)) return `refused ${error.code}`
        throw error
      }
    },
  }
}
export type Process = ReturnType<typeof startProcess>
