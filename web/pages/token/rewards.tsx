import { Gift } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { YutBalance } from '../../../api/contract/token.ts'
import { isPositive } from '../../data/amounts.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { exactTime } from '../../ui/time-format.ts'
import { Amount } from '../../parts/hidden-balances.tsx'
import { estimatedRewards } from './rewards-estimate.ts'
import { t } from '../../texts/texts.ts'
import { percent } from '../../texts/exact-numbers.ts'

/** Seconds since counting began; counts while `counting`. */
const useSeconds = (counting: boolean): number => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!counting) return
    const since = performance.now()
    const timer = setInterval(() => setSeconds((performance.now() - since) / 1_000), 1_000)
    return () => clearInterval(timer)
  }, [counting])
  return seconds
}

const stateText = ({ rewards_per_day: perDay, staked_balance: staked }: YutBalance): string => {
  if (isPositive(perDay)) return t('Live estimate')
  return isPositive(staked) ? t('Nothing accrues now') : t('Stake YUT to earn rewards')
}

/** Rewards of the stake, estimated between two responses of the server, and the button to claim them. */
export function Rewards({
  balance,
  live,
  busy,
  onClaim,
}: {
  balance: YutBalance
  /** The server has just confirmed the balance, so that an estimate can start from it. */
  live: boolean
  busy: boolean
  onClaim: (amount: string, from: HTMLButtonElement) => void
}) {
  const accruing = isPositive(balance.rewards_per_day)
  const seconds = useSeconds(live && accruing)
  const offline = useConnectivity() === 'offline'
  const amount = estimatedRewards(balance.rewards_available, balance.rewards_per_day, seconds)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-control bg-primary-soft px-4 py-4">
        <div className="min-w-0">
          <div className="text-sm font-medium text-muted">{t('Rewards available')}</div>
          <div className="text-2xl font-bold tracking-tight tabular" data-testid="rewards">
            <Amount amount={amount} currency="YUT" />
          </div>
          <div className="text-sm text-muted">
            {t('{balance} · {apy} APY · exact when you claim', {
              balance: stateText(balance),
              apy: percent(balance.apy_rate),
            })}
          </div>
        </div>
        <Button
          icon={<Gift />}
          disabled={busy || offline || balance.reserve_empty || !isPositive(amount)}
          onClick={(event) => onClaim(amount, event.currentTarget)}
        >
          {t('Claim Rewards')}
        </Button>
      </div>
      {offline && (
        <p className="text-sm text-warning">{t('You are offline. Claiming needs a connection.')}</p>
      )}
      {balance.reserve_empty && (
        <Banner tone="warning" title={t('The reward reserve is empty')}>
          <span>
            {t('What you have earned stays yours and can be claimed once the reserve is funded again.')}
          </span>
          {balance.accrual_paused_since !== null && (
            <span>
              {t(' Nothing more has accrued since {accrualPausedSince}.', {
                accrualPausedSince: exactTime(Date.parse(balance.accrual_paused_since)),
              })}
            </span>
          )}
        </Banner>
      )}
    </div>
  )
}
