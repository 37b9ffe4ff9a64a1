import type { Withdrawal } from '../../../../api/contract/withdrawals.ts'
import { useAuth } from '../../../data/session.tsx'
import { Card } from '../../../ui/card.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { calendarDate, exactTime } from '../../../ui/time-format.ts'
import { t } from '../../../texts/texts.ts'
import { accountText } from '../../../parts/account-text.ts'
import { CancelWithdrawal } from '../withdraw/cancel/cancel-place.tsx'
import {
  accountTypeText,
  fallbackText,
  feeText,
  isBack,
  meaningOf,
  RAIL_LABELS,
  stateText,
} from '../withdraw/words.ts'

/** How a withdrawal stands: what happens next and when, and the button that stops it while it can be stopped. */
export function WithdrawalStanding({ withdrawal }: { withdrawal: Withdrawal }) {
  const { user } = useAuth()
  const fallback = fallbackText(withdrawal)
  const { bank_account: account, fee_usd: fee, rail, arrives_by: by, sent_at: sent } = withdrawal
  return (
    <Card title={t('Your withdrawal')}>
      <div className="grid gap-4">
        <output className="grid gap-1">
          {meaningOf(withdrawal).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
          {fallback !== null && <span>{fallback}</span>}
        </output>
        {user !== null && <CancelWithdrawal member={user} withdrawal={withdrawal} />}
        <Facts>
          {account !== null && (
            <Fact name={t('To')}>
              {accountText(account)}
              <span className="block text-sm font-normal text-muted">
                {accountTypeText(account.account_type)}
              </span>
            </Fact>
          )}
          {rail !== 'unfamiliar' && <Fact name={t('Speed')}>{RAIL_LABELS[rail]}</Fact>}
          <Fact name={t('Fee')}>{feeText(fee)}</Fact>
          <Fact name={t('Requested')}>{exactTime(Date.parse(withdrawal.created_at))}</Fact>
          {sent !== null && <Fact name={t('Sent')}>{exactTime(Date.parse(sent))}</Fact>}
          {by !== null && <Fact name={t('There at the latest')}>{calendarDate(by)}</Fact>}
          {isBack(withdrawal) && (
            <Fact name={stateText(withdrawal)}>{exactTime(Date.parse(withdrawal.updated_at))}</Fact>
          )}
        </Facts>
      </div>
    </Card>
  )
}
