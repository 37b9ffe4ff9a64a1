import { createBillReference } from './bills/reference.ts'
import { createBooks, Refused } from './books.ts'
import { createCredentialReference } from './credentials/reference.ts'
import { createDepositReference } from './deposits/reference.ts'
import { createDeviceReference } from './devices/reference.ts'
import { createGovernanceReference } from './governance/reference.ts'
import type { Intent, ProcessName } from './intents.ts'
import { createPoolReference } from './pools/reference.ts'
import { createRequestReference } from './requests/reference.ts'
import { createTokenReference } from './token/reference.ts'
import { createWalletReference } from './wallets/reference.ts'
import { createWithdrawalReference } from './withdrawals/reference.ts'

/** What an intent came to: `refused` with the code, or the result; and whether it may have written something. */
export interface Expected {
  readonly outcome: string
  readonly writes: boolean
}

/**
 * The expected state of everything, computed in plain arithmetic without events, streams or processes. It shares with
 * the code under test only refusal codes, the derivation of ids, and what the market, the biller and the carrier do.
 */
export const createReference = (start: number) => {
  const books = createBooks(start)
  const wallets = createWalletReference(books)
  const deposits = createDepositReference(books)
  const withdrawals = createWithdrawalReference(books)
  const requests = createRequestReference(books, wallets)
  const token = createTokenReference(books)
  const governance = createGovernanceReference(books)
  const pools = createPoolReference(books)
  const bills = createBillReference(books, pools)
  const devices = createDeviceReference(books)
  const credentials = createCredentialReference(books)
  /** Outcomes by key, so that a repeated intent has no further effect. */
  const done = new Map<string, string>()

  const pass = (ms: number): void => {
    const before = books.now()
    books.forward(ms)
    token.pass(before, books.now())
    wallets.pass(before, books.now())
    governance.pass(before, books.now())
    pools.pass(before)
  }

  const sweep = (process: ProcessName): string => {
    const rounds: { readonly [Name in ProcessName]?: () => void } = {
      'pay interest': wallets.payInterest,
      'expire requests': requests.expire,
      'issue bills': bills.issue,
      'pay bills': bills.autoPayAll,
      'note bills past due': bills.notePastDue,
      'sync lines': devices.sync,
      'complete credentials': credentials.complete,
    }
    rounds[process]?.()
    return ['done', ...(process === 'close proposals' ? governance.close() : [])].join('\n')
  }

  /** Carries out the first attempt with a key. */
  const first = (intent: Intent): string => {
    switch (intent.do) {
      case 'open':
      case 'close':
      case 'bank':
      case 'send':
        return wallets.take(intent)
      case 'pay in':
      case 'webhook':
        return deposits.take(intent)
      case 'take out':
      case 'return withdrawal':
        return withdrawals.take(intent)
      case 'request':
      case 'approve':
      case 'decline':
      case 'cancel':
        return requests.take(intent)
      case 'stake':
      case 'unstake':
      case 'claim':
      case 'fund reserve':
        return token.take(intent)
      case 'propose':
      case 'vote':
        return governance.take(intent)
      case 'open pool':
      case 'contribute':
      case 'withdraw':
      case 'close pool':
      case 'set pool':
        return pools.take(intent)
      case 'pay bill':
      case 'set bills from wallet':
        return bills.take(intent)
      case 'provision':
      case 'edit device':
      case 'suspend':
      case 'resume':
      case 'retry':
      case 'remove':
        return devices.take(intent)
      case 'issue credential':
      case 'revoke credential':
      case 'change profile':
        return credentials.take(intent)
      case 'sweep':
        return sweep(intent.process)
      case 'pass':
      case 'crash':
        return 'done'
    }
  }

  const keyOf = (intent: Intent): string | null =>
    'key' in intent ? `${intent.do} ${intent.member} ${intent.key}` : null

  const take = (intent: Intent): Expected => {
    const key = keyOf(intent)
    try {
      // A deposit first opens the treasury account, also when it is repeated.
      if (intent.do === 'pay in') books.open(intent.member)
      const known = key === null ? undefined : done.get(key)
      const outcome = known ?? first(intent)
      if (key !== null) done.set(key, outcome)
      return { outcome, writes: known === undefined }
    } catch (error) {
      if (error instanceof Refused) return { outcome: `refused ${error.message}`, writes: false }
      throw error
    }
  }

  return {
    take,
    pass,
    wallets: books.wallets,
    reserve: token.reserve,
    pools: pools.pools,
    bills: bills.bills,
    devices: devices.devices,
    credentials: credentials.issued,
  }
}
export type Reference = ReturnType<typeof createReference>
