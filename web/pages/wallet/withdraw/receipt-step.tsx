import { CircleCheck, CircleX, Clock } from 'lucide-react'
import type { Withdrawal } from '../../../../api/contract/withdrawals.ts'
import { useList } from '../../../data/cached.ts'
import { withdrawals } from '../../../data/withdrawals.ts'
import { Outcome } from '../../../flow/outcome.tsx'
import { Receipt } from '../../../flow/receipt.tsx'
import { formatMoney } from '../../../texts/money.ts'
import { t } from '../../../texts/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Fact } from '../../../ui/facts.tsx'
import { accountText } from '../../../parts/account-text.ts'
import { fallbackText, feeText, isBack, meaningOf, STATE_TONES, stateText } from './words.ts'

/** The withdrawal as it stands now: the list of withdrawals is told of each change. */
export function ReceiptStep({ receipt }: { receipt: Withdrawal }) {
  const { rows } = useList(withdrawals)
  const now = rows.find(({ withdrawal_id: id }) => id === receipt.withdrawal_id) ?? receipt
  const { amount_usd: amount, fee_usd: fee, bank_account: account } = now
  const fallback = fallbackText(now)
  return (
    <>
      <Outcome icon={<StateIcon withdrawal={now} />}>
        <p className="text-lg font-semibold">
          {isBack(now)
            ? t('{amount} is in your wallet again', { amount: formatMoney(amount, 'USD') })
            : t('{amount} leaves your wallet', { amount: formatMoney(amount, 'USD') })}
        </p>
        <output className="grid max-w-sm gap-1 text-muted">
          {meaningOf(now).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
          {fallback !== null && <span>{fallback}</span>}
        </output>
      </Outcome>
      <Receipt idName={t('Withdrawal ID')} id={now.withdrawal_id} copy={t('Copy withdrawal ID')}>
        <Fact name={t('Status')}>
          <Badge tone={STATE_TONES[now.state]}>{stateText(now)}</Badge>
        </Fact>
        {account !== null && <Fact name={t('To')}>{accountText(account)}</Fact>}
        <Fact name={t('Fee')}>{feeText(fee)}</Fact>
      </Receipt>
    </>
  )
}

function StateIcon({ withdrawal }: { withdrawal: Withdrawal }) {
  if (isBack(withdrawal)) return <CircleX className="size-12 text-debit" />
  return withdrawal.state === 'sent' || withdrawal.state === 'arrived' ? (
    <CircleCheck className="size-12 text-credit" />
  ) : (
    <Clock className="size-12 text-primary" />
  )
}
