import { Fact, Facts, Headline } from '../../../ui/facts.tsx'
import { useCached } from '../../../data/cached.ts'
import { withdrawalOptions } from '../../../data/withdrawals.ts'
import { amountText } from '../send/amount-text.ts'
import { t } from '../../../texts/texts.ts'
import type { Intent } from './machine.ts'
import { accountText } from '../../../parts/account-text.ts'
import { accountTypeText, arrivalText, feeText, RAIL_LABELS, totalText } from './words.ts'

/** Everything that confirming will do. */
export function ReviewStep({ intent }: { intent: Intent }) {
  const { draft, account, feeUsd, arrivesBy } = intent
  const { value: options } = useCached(withdrawalOptions)
  return (
    <>
      <Headline name={t('You withdraw')}>{amountText(draft.amount, 'USD')}</Headline>
      <Facts>
        <Fact name={t('To')}>
          {accountText(account)}
          <span className="block text-sm font-normal text-muted">
            {accountTypeText(account.account_type)}
          </span>
        </Fact>
        <Fact name={t('Speed')}>{RAIL_LABELS[draft.rail]}</Fact>
        <Fact name={t('Fee')}>{feeText(feeUsd)}</Fact>
        <Fact name={t('Leaves your wallet')}>
          <strong>{totalText(draft.amount, feeUsd)}</strong>
        </Fact>
        <Fact name={t('Arrival')}>{arrivalText(draft.rail, arrivesBy)}</Fact>
      </Facts>
      <p className="text-sm text-muted">
        <span>
          {t(
            'It is handed to the bank a little later: until then you can cancel it. If the bank gives it back, the money is in your wallet again.',
          )}
        </span>
        {options?.needs_fresh_sign_in === true && (
          <span> {t('You are asked to confirm that it is you.')}</span>
        )}
      </p>
    </>
  )
}
