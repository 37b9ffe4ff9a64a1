import { CircleCheck } from 'lucide-react'
import type { Withdrawal } from '../../../../../api/contract/withdrawals.ts'
import { FlowDialog } from '../../../../flow/flow-dialog.tsx'
import type { FlowView } from '../../../../flow/flow-view.ts'
import { Outcome } from '../../../../flow/outcome.tsx'
import { formatMoney } from '../../../../texts/money.ts'
import { t } from '../../../../texts/texts.ts'
import { Fact, Facts, Headline } from '../../../../ui/facts.tsx'
import { accountText } from '../../../../parts/account-text.ts'
import { totalText } from '../words.ts'
import type { CancelFlow, Intent } from './flow.ts'

const sumOf = ({ withdrawal }: Intent) => formatMoney(withdrawal.amount_usd, 'USD')

const view: FlowView<Intent, Withdrawal, never> = {
  title: (state) => {
    switch (state.step) {
      case 'review':
        return t('Cancel this withdrawal?')
      case 'processing':
        return t('Cancelling the withdrawal')
      case 'success':
        return t('Withdrawal Cancelled')
      case 'error':
        return t('That did not work')
      default:
        return state satisfies never
    }
  },
  offline: t('You are offline. Cancelling a withdrawal needs a connection.'),
  review: {
    draw: ({ withdrawal }) => <Review withdrawal={withdrawal} />,
    unsent: t('Nothing was cancelled'),
    confirm: () => ({ label: t('Cancel Withdrawal'), danger: true }),
  },
  processing: () => <output className="block">{t('This takes a moment.')}</output>,
  checking: (intent) => ({
    what: sumOf(intent),
    waiting: t('The answer was lost. We are asking the server how the withdrawal stands.'),
    denied: t('The server has not received this. You can cancel the withdrawal again.'),
    discard: t('Don’t cancel it'),
    again: t('Cancel it again'),
    saysFailure: true,
  }),
  receipt: (intent) => (
    <Outcome icon={<CircleCheck className="size-12 text-credit" />}>
      <p className="text-lg font-semibold">
        {t('{amount} is in your wallet again', { amount: sumOf(intent) })}
      </p>
      <output className="block text-muted">{t('Nothing goes to your bank.')}</output>
    </Outcome>
  ),
}

function Review({ withdrawal }: { withdrawal: Withdrawal }) {
  const { amount_usd: amount, fee_usd: fee, bank_account: account } = withdrawal
  return (
    <>
      <Headline name={t('Back to your wallet')}>{totalText(amount, fee)}</Headline>
      {account !== null && (
        <Facts>
          <Fact name={t('It was to go to')}>{accountText(account)}</Fact>
        </Facts>
      )}
      <p className="text-sm text-muted">{t('You can withdraw anew at any time.')}</p>
    </>
  )
}

/** Asks before a withdrawal is stopped, and says what became of it. */
export default function CancelDialog({ flow }: { flow: CancelFlow }) {
  return <FlowDialog flow={flow} view={view} />
}
