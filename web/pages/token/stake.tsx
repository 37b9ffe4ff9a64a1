import { APY_PERCENT } from '../../../api/contract/rates.ts'
import type { YutBalance } from '../../../api/contract/token.ts'
import { isPositive } from '../../data/amounts.ts'
import { Banner } from '../../ui/banner.tsx'
import type { Action } from './action/machine.ts'
import { AmountForm } from './amount-form.tsx'
import { FormSection } from './form-section.tsx'
import { LockReason } from './outcome-banner.tsx'
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
      <FormSection
        title={t('Stake')}
        text={t('Staked tokens earn {apy} APY and give one vote each.', {
          apy: percent(balance?.apy_rate ?? APY_PERCENT.stakedYut),
        })}
      >
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
      </FormSection>
      <FormSection
        title={t('Unstake')}
        text={t('Back in your balance at once. Rewards earned so far stay yours.')}
      >
        {balance !== null && !isPositive(balance.staked_balance) ? (
          <p className="text-muted">{t('Nothing is staked yet.')}</p>
        ) : (
          <AmountForm
            label={t('Amount to unstake')}
            verb={t('Unstake')}
            doing={t('Unstaking')}
            max={balance?.unstakable_balance ?? null}
            tooMuch={
              balance === null || balance.locked === null
                ? t('Insufficient staked balance')
                : balance.locked.by === 'proposal'
                  ? t('Your proposal holds the rest of your stake.')
                  : t('Your vote holds the rest of your stake.')
            }
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
      </FormSection>
    </div>
  )
}
