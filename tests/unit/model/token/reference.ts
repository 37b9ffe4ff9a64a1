import { refuse, type Books } from '../books.ts'
import type { TokenIntent } from './intents.ts'

const secondsIn = (from: number, to: number): bigint =>
  BigInt(Math.max(0, Math.floor(to / 1_000) - Math.floor(from / 1_000)))

export const createTokenReference = ({ now, wallets, open, spendable }: Books) => {
  const reserve = { funded: 0n, available: 0n, dry: false }
  const pauses: { from: number; to: number }[] = []

  /** Accrual pauses a minute after the reserve is empty, and resumes a minute after it is funded. */
  const notePauses = (): void => {
    const last = pauses.at(-1)
    if (reserve.available === 0n && !reserve.dry) {
      reserve.dry = true
      pauses.push({ from: Math.max(now() + 60_000, last?.to ?? 0), to: Infinity })
    } else if (reserve.available > 0n && reserve.dry && last) {
      reserve.dry = false
      last.to = Math.max(now() + 60_000, last.from)
    }
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

  const unstake = ({ member, minor }: { member: string; minor: bigint }): string => {
    if (minor <= 0n) refuse('amount_out_of_range')
    const wallet = open(member)
    if (minor > wallet.staked) refuse('insufficient_stake')
    for (const lock of wallet.locks.values())
      if (lock.until > now() && minor > wallet.staked - lock.minor) refuse('stake_locked')
    wallet.staked -= minor
    wallet.balances.YUT += minor
    return 'done'
  }

  return {
    reserve: reserve as Readonly<typeof reserve>,
    pass: (before: number, until: number): void => {
      const paused = pauses.map(({ from, to }) => secondsIn(Math.max(before, from), Math.min(until, to)))
      const seconds = paused.reduce((left, pause) => left - pause, secondsIn(before, until))
      for (const wallet of wallets.values()) wallet.stakeSeconds += wallet.staked * seconds
    },
    take: (intent: TokenIntent): string => {
      switch (intent.do) {
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
      }
    },
  }
}
