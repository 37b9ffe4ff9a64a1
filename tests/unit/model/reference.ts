import { Decimal } from 'decimal.js'
import { derivedId } from '../../../events/ids.ts'
import type { Currency } from '../../../events/money.ts'
import type { Intent } from './intents.ts'

/*
 * The expected state of the whole ledger, computed in plain arithmetic without events, streams or processes. It
 * shares only refusal codes and id derivation with the code under test.
 */

const DAY = 86_400_000
const WELCOME = 100_000_000n
const UNIT = 10n ** 70n
/** 1.045^(1/365) − 1 in units of 10^-70. */
const DAILY = BigInt(
  Decimal.clone({ precision: 100 })
    .pow('1.045', new (Decimal.clone({ precision: 100 }))(1).div(365))
    .minus(1)
    .times(new Decimal(10).pow(70))
    .floor()
    .toFixed(),
)
const STAGES = ['submitted', 'action_required', 'processing', 'failed', 'succeeded', 'returned'] as const

class Refused extends Error {}
const refuse = (code: string): never => {
  throw new Refused(code)
}

export interface ReferenceWallet {
  status: 'open' | 'closed'
  readonly balances: Record<Currency, bigint>
  staked: bigint
  /** Σ stake × seconds. */
  stakeSeconds: bigint
  claimed: bigint
  /** Locked stake by proposal. */
  readonly locks: Map<string, { readonly minor: bigint; readonly until: number }>
  /** Closing balances, in cents, of the ended days whose interest is not paid yet. */
  unpaid: bigint[]
  /** Fraction of a cent carried over, in parts of {@link UNIT}. */
  carried: bigint
  /** Interest paid so far, in cents. */
  interest: bigint
}

interface Proposal {
  readonly endsAt: number
  stakeAtEnd: bigint
  outcome: 'passed' | 'rejected' | 'no_quorum' | null
  readonly votes: Map<string, { readonly vote: string; readonly weight: bigint }>
}

interface Request {
  readonly requester: string
  readonly payer: string
  readonly cents: bigint
  readonly expiresAt: number
  status: string
}

export const createReference = (start: number) => {
  let now = start
  const wallets = new Map<string, ReferenceWallet>()
  const deposits = new Map<string, { member: string; cents: bigint; stage: number; succeeded: boolean }>()
  const requests = new Map<string, Request>()
  const proposals = new Map<string, Proposal>()
  const reserve = { funded: 0n, available: 0n, dry: false }
  const pauses: { from: number; to: number }[] = []
  /** Outcomes by key, so that a repeated intent has no further effect. */
  const done = new Map<string, string>()

  const open = (member: string): ReferenceWallet => {
    const wallet = wallets.get(member) ?? refuse('wallet_not_open')
    return wallet.status === 'open' ? wallet : refuse('wallet_closed')
  }
  const begin = (member: string): ReferenceWallet => {
    const known = wallets.get(member)
    if (known) return known
    const wallet: ReferenceWallet = {
      status: 'open',
      balances: { USD: 0n, USDC: 0n, YUT: 0n },
      staked: 0n,
      stakeSeconds: 0n,
      claimed: 0n,
      locks: new Map(),
      unpaid: [],
      carried: 0n,
      interest: 0n,
    }
    wallets.set(member, wallet)
    return wallet
  }
  const welcome = (member: string): ReferenceWallet => {
    const known = wallets.get(member)
    if (known) return known
    const wallet = begin(member)
    wallet.balances.YUT += WELCOME
    return wallet
  }
  const spendable = ({ balances }: ReferenceWallet, currency: Currency, minor: bigint): void => {
    if (minor <= 0n) refuse('amount_out_of_range')
    if (balances.USD < 0n) refuse('wallet_overdrawn')
    if (minor > balances[currency]) refuse('insufficient_funds')
  }
  /** Moves money; returns it when the recipient's wallet is closed. */
  const move = (from: ReferenceWallet, to: string, currency: Currency, minor: bigint) => {
    if (wallets.get(to)?.status === 'closed') return 'returned'
    from.balances[currency] -= minor
    welcome(to).balances[currency] += minor
    return 'completed'
  }
  const secondsIn = (from: number, to: number): bigint =>
    BigInt(Math.max(0, Math.floor(to / 1_000) - Math.floor(from / 1_000)))
  const totalStake = () => [...wallets.values()].reduce((sum, { staked }) => sum + staked, 0n)

  const pass = (ms: number): void => {
    const before = now
    now += ms
    const paused = pauses.map(({ from, to }) => secondsIn(Math.max(before, from), Math.min(now, to)))
    const seconds = paused.reduce((left, pause) => left - pause, secondsIn(before, now))
    const days = Math.floor(now / DAY) - Math.floor(before / DAY)
    for (const wallet of wallets.values()) {
      wallet.stakeSeconds += wallet.staked * seconds
      for (let day = 0; day < days; day += 1)
        if (wallet.balances.USD > 0n) wallet.unpaid.push(wallet.balances.USD)
    }
    for (const proposal of proposals.values())
      if (proposal.endsAt >= before && proposal.endsAt < now) proposal.stakeAtEnd = totalStake()
  }

  /** Accrual pauses a minute after the reserve is empty, and resumes a minute after it is funded. */
  const notePauses = (): void => {
    const last = pauses.at(-1)
    if (reserve.available === 0n && !reserve.dry) {
      reserve.dry = true
      pauses.push({ from: Math.max(now + 60_000, last?.to ?? 0), to: Infinity })
    } else if (reserve.available > 0n && reserve.dry && last) {
      reserve.dry = false
      last.to = Math.max(now + 60_000, last.from)
    }
  }

  const sweep = (process: string): string => {
    if (process === 'pay interest') {
      for (const wallet of wallets.values()) {
        for (const cents of wallet.unpaid) {
          const earned = cents * DAILY + wallet.carried
          wallet.balances.USD += earned / UNIT
          wallet.interest += earned / UNIT
          wallet.carried = earned % UNIT
        }
        wallet.unpaid = []
      }
    }
    if (process === 'expire requests') {
      for (const request of requests.values())
        if (request.status === 'pending' && now >= request.expiresAt) request.status = 'expired'
    }
    if (process !== 'close proposals') return 'done'
    const results = [...proposals].filter(
      ([, { outcome, endsAt }]) => outcome === null && now >= endsAt + 30_000,
    )
    for (const [id, proposal] of results) {
      const sum = (...kinds: string[]) =>
        [...proposal.votes.values()].reduce(
          (all, { vote, weight }) => all + (kinds.includes(vote) ? weight : 0n),
          0n,
        )
      const passed = sum('for') > sum('against') ? 'passed' : 'rejected'
      proposal.outcome = sum('for', 'abstain') * 100n < proposal.stakeAtEnd * 4n ? 'no_quorum' : passed
      for (const { locks } of wallets.values()) locks.delete(id)
    }
    return ['done', ...results.map(([id, { outcome }]) => `${id} ${outcome}`).sort()].join('\n')
  }

  const answer = ({ do: what, member, requestId }: Extract<Intent, { requestId: string }>): string => {
    const request = requests.get(requestId)
    if (!request || member !== (what === 'cancel' ? request.requester : request.payer))
      return refuse('transfer_request_not_found')
    const { status, expiresAt, payer, requester, cents } = request
    if (status === 'expired' || (status === 'pending' && now >= expiresAt)) refuse('already_expired')
    if (status !== 'pending') refuse('already_answered')
    if (what !== 'approve') {
      request.status = what === 'decline' ? 'declined' : 'cancelled'
      return request.status
    }
    const wallet = open(payer)
    spendable(wallet, 'USD', cents)
    request.status = move(wallet, requester, 'USD', cents) === 'completed' ? 'completed' : 'failed'
    return request.status === 'failed' ? 'refused wallet_closed' : 'completed'
  }

  const webhook = ({ depositId, to, off }: Extract<Intent, { do: 'webhook' }>): string => {
    const deposit = deposits.get(depositId) ?? refuse('deposit_not_found')
    if (STAGES.indexOf(to) <= deposit.stage) return 'done'
    if (to === 'succeeded' && off !== 0n) refuse('deposit_mismatch')
    deposit.stage = STAGES.indexOf(to)
    if (to === 'succeeded') deposit.succeeded = true
    if (to === 'succeeded') begin(deposit.member).balances.USD += deposit.cents
    if (to === 'returned' && deposit.succeeded) begin(deposit.member).balances.USD -= deposit.cents
    return 'done'
  }

  const claim = (member: string): string => {
    const wallet = wallets.get(member)
    if (wallet?.status !== 'open') return refuse('wallet_not_open')
    const earned = (wallet.stakeSeconds * 82n) / 31_536_000_000n - wallet.claimed
    if (earned <= 0n) refuse('nothing_to_claim')
    if (reserve.available === 0n) refuse('reserve_empty')
    const paid = earned < reserve.available ? earned : reserve.available
    reserve.available -= paid
    wallet.claimed += paid
    wallet.balances.YUT += paid
    notePauses()
    return `completed ${paid}`
  }

  const vote = (intent: Extract<Intent, { do: 'vote' }>): string => {
    const proposal = proposals.get(intent.proposalId) ?? refuse('proposal_not_found')
    if (now >= proposal.endsAt) refuse('voting_closed')
    const { staked, locks } = open(intent.member)
    if (staked === 0n) refuse('no_governance_power')
    locks.set(intent.proposalId, { minor: staked, until: proposal.endsAt + 30_000 })
    proposal.votes.set(intent.member, { vote: intent.vote, weight: staked })
    return `weighs ${staked}`
  }

  const close = (member: string): string => {
    const wallet = wallets.get(member) ?? refuse('wallet_not_open')
    if (wallet.status === 'closed') return 'done'
    const { balances, staked } = wallet
    if (staked > 0n || balances.USD !== 0n || balances.USDC !== 0n || balances.YUT !== 0n)
      refuse('wallet_not_empty')
    wallet.status = 'closed'
    return 'done'
  }

  const unstake = ({ member, minor }: { member: string; minor: bigint }): string => {
    if (minor <= 0n) refuse('amount_out_of_range')
    const wallet = open(member)
    if (minor > wallet.staked) refuse('insufficient_stake')
    for (const lock of wallet.locks.values())
      if (lock.until > now && minor > wallet.staked - lock.minor) refuse('stake_locked')
    wallet.staked -= minor
    wallet.balances.YUT += minor
    return 'done'
  }

  /** Carries out the first attempt with a key. */
  const first = (intent: Intent): string => {
    switch (intent.do) {
      case 'open':
        welcome(intent.member)
        return 'done'
      case 'close':
        return close(intent.member)
      case 'bank': {
        // A bank deposit is credited even if the member has closed the wallet meanwhile.
        const wallet = wallets.get(intent.member) ?? refuse('wallet_not_open')
        wallet.balances[intent.currency] += intent.minor
        return 'done'
      }
      case 'pay in':
        open(intent.member)
        deposits.set(derivedId('deposit', intent.member, intent.key), {
          ...intent,
          stage: 0,
          succeeded: false,
        })
        return 'done'
      case 'webhook':
        return webhook(intent)
      case 'send': {
        const wallet = open(intent.member)
        if (intent.to === intent.member) refuse('recipient_is_sender')
        spendable(wallet, intent.currency, intent.minor)
        return move(wallet, intent.to, intent.currency, intent.minor)
      }
      case 'request': {
        const { member: requester, payer, cents } = intent
        if (requester === payer) refuse('payer_is_requester')
        if (cents < 100n || cents > 500_000n) refuse('amount_out_of_range')
        const id = derivedId('transferRequest', requester, intent.key)
        requests.set(id, { requester, payer, cents, expiresAt: now + 30 * DAY, status: 'pending' })
        return 'done'
      }
      case 'approve':
      case 'decline':
      case 'cancel':
        return answer(intent)
      case 'stake': {
        const wallet = open(intent.member)
        spendable(wallet, 'YUT', intent.minor)
        wallet.balances.YUT -= intent.minor
        wallet.staked += intent.minor
        return 'done'
      }
      case 'unstake':
        return unstake(intent)
      case 'claim':
        return claim(intent.member)
      case 'fund reserve': {
        const more = intent.total - reserve.funded
        if (more > 0n) {
          reserve.funded += more
          reserve.available += more
        }
        notePauses()
        return 'done'
      }
      case 'propose': {
        const wallet = wallets.get(intent.member)
        if (wallet?.status !== 'open' || wallet.staked < 10_000_000n) refuse('power_too_small')
        const id = derivedId('proposal', intent.member, intent.key)
        proposals.set(id, {
          endsAt: now + intent.days * DAY,
          stakeAtEnd: 0n,
          outcome: null,
          votes: new Map(),
        })
        return 'done'
      }
      case 'vote':
        return vote(intent)
      case 'sweep':
        return sweep(intent.process)
      case 'pass':
      case 'crash':
        return 'done'
    }
  }

  const keyOf = (intent: Intent): string | null =>
    'key' in intent ? `${intent.do} ${intent.member} ${intent.key}` : null

  /** Returns the outcome of an intent: `refused` with the code, or the result. */
  const take = (intent: Intent): string => {
    const key = keyOf(intent)
    try {
      // A deposit first opens the treasury account, also when it is repeated.
      if (intent.do === 'pay in') open(intent.member)
      const outcome = (key === null ? undefined : done.get(key)) ?? first(intent)
      if (key !== null) done.set(key, outcome)
      return outcome
    } catch (error) {
      if (error instanceof Refused) return `refused ${error.message}`
      throw error
    }
  }

  return {
    take,
    pass,
    wallets,
    reserve: reserve as Readonly<typeof reserve>,
    /** Whether this intent has been carried out, so that repeating it must have no effect. */
    hasDone: (intent: Intent): boolean => done.has(keyOf(intent) ?? ''),
  }
}
export type Reference = ReturnType<typeof createReference>
