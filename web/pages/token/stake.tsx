import { APY_PERCENT } from '../../../api/contract/rates.ts'
import type { YutBalance } from '../../../api/contract/token.ts'
import { isPositive } from '../../data/amounts.ts'
import { Banner } from '../../ui/banner.tsx'
import type { Action } from './action/machine.ts'
import { AmountForm } from './amount-form.tsx'
import { LockReason } from './notice.tsx'
import { t } from '../../texts/texts.ts'
import { percent } from '../../texts/exact-numbers.ts'

/** Forms to stake and unstake. `balance` is null when this device has not loaded it. */
export function Stake({
  balance,
  busy,
  completedActions,
  onAct,
}: {
  balance: YutBalance | null
  busy: boolean
  completedActions: number
  onAct: (action: Action, from: HTMLElement) => void
}) {
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <section aria-labelledby="stake-title" className="grid content-start gap-4">
        <div>
          <h3 id="stake-title" className="font-bold">
            {t('Stake')}
          </h3>
          <p className="text-sm text-muted">
            {t('Staked tokens earn {apy} APY and give one vote each.', {
              apy: percent(balance?.apy_rate ?? APY_PERCENT.stakedYut),
            })}
          </p>
        </div>
        <AmountForm
          label={t('Amount to stake')}
          verb={t('Stake')}
          doing={t('Staking')}
          max={balance?.balance ?? null}
          tooMuch={t('Insufficient YUT balance')}
          busy={busy}
          completedActions={completedActions}
          onSubmit={({ amount }, from) => onAct({ kind: 'stake', amount }, from)}
        />
      </section>
      <section aria-labelledby="unstake-title" className="grid content-start gap-4">
        <div>
          <h3 id="unstake-title" className="font-bold">
            {t('Unstake')}
          </h3>
          <p className="text-sm text-muted">
            {t('Back in your balance at once. Rewards earned so far stay yours.')}
          </p>
        </div>
        {balance !== null && !isPositive(balance.staked_balance) ? (
          <p className="text-muted">{t('Nothing is staked yet.')}</p>
        ) : (
          <AmountForm
            label={t('Amount to unstake')}
            verb={t('Unstake')}
            doing={t('Unstaking')}
            max={balance?.staked_balance ?? null}
            tooMuch={t('Insufficient staked balance')}
            busy={busy}
            completedActions={completedActions}
            onSubmit={({ amount }, from) => onAct({ kind: 'unstake', amount }, from)}
          >
            {balance !== null && balance.locked !== null && (
              <Banner>
                <LockReason locked={balance.locked} unstakable={balance.unstakable_balance} />
              </Banner>
            )}
          </AmountForm>
        )}
      </section>
    </div>
  )
}
