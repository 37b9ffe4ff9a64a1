import { REVERSIBLE_DAYS } from '../../../api/contract/limits.ts'
import { dollars } from '../../texts/money.ts'
import { CircleCheck, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Fact } from '../../ui/facts.tsx'
import { longDate } from '../../ui/time-format.ts'
import { Outcome } from '../../flow/outcome.tsx'
import { Receipt } from '../../flow/receipt.tsx'
import { amountText } from './amount.ts'
import type { DepositState, Intent, Receipt as Made } from './machine.ts'
import { t } from '../../texts/texts.ts'

/** Label of each status of a payment or request. */
const STATUS = {
  succeeded: t('succeeded'),
  processing: t('processing'),
  pending: t('pending'),
} as const
const statusOf = ({ stage }: DepositState): keyof typeof STATUS =>
  stage === 'succeeded' ? 'succeeded' : 'processing'

export function SuccessStep({ intent, receipt }: { intent: Intent; receipt: Made }) {
  const amount = amountText(intent.draft.amount)
  if (receipt.kind === 'request') {
    return (
      <Shown
        icon={<Clock className="size-12 text-primary" />}
        line={t('{payer} was asked for {amount}', { payer: receipt.payer, amount })}
        detail={t('The other user can approve or decline.')}
        status="pending"
        id={receipt.id}
        idName={t('Request ID')}
      >
        <Fact name={t('Open until')}>{longDate(Date.parse(receipt.expiresAt))}</Fact>
        {intent.draft.message !== '' && <Fact name={t('Message')}>{intent.draft.message}</Fact>}
      </Shown>
    )
  }
  const { deposit } = receipt
  const done = deposit.stage === 'succeeded'
  const ach = intent.draft.method === 'ach'
  return (
    <Shown
      icon={
        done ? <CircleCheck className="size-12 text-credit" /> : <Clock className="size-12 text-primary" />
      }
      line={
        done
          ? t('{amount} was added to your wallet', { amount })
          : t('{amount} is on its way to your wallet', { amount })
      }
      detail={
        done
          ? t('You can send or invest it now. You can withdraw it after {days} days.', {
              days: REVERSIBLE_DAYS[ach ? 'ach' : 'card'],
            })
          : ach
            ? t('We tell you here and in your deposits when it has arrived.')
            : deposit.heldUntil !== null
              ? t(
                  'Your card was charged, and we check the payment before we add it: until {heldUntil} at the latest. If we give it back, your card gets it.',
                  { heldUntil: longDate(Date.parse(deposit.heldUntil)) },
                )
              : t('Your card’s bank takes longer than usual. Your deposits show when it is done.')
      }
      status={statusOf(deposit)}
      id={deposit.id}
      idName={t('Deposit ID')}
    >
      {ach && !done && (
        <Fact name={t('Expected arrival')}>
          <span className="block">{t('1-3 business days')}</span>
          {deposit.expectedBy !== null && (
            <span className="block text-sm text-muted">
              {t('by {expectedBy}', { expectedBy: longDate(Date.parse(deposit.expectedBy)) })}
            </span>
          )}
        </Fact>
      )}
      <Fact name={t('Fee')}>{deposit.fee === 0 ? t('Free') : dollars(deposit.fee)}</Fact>
      {deposit.fee > 0 && <Fact name={t('Total charged to the card')}>{dollars(deposit.total)}</Fact>}
    </Shown>
  )
}

function Shown({
  icon,
  line,
  detail,
  status,
  id,
  idName,
  children,
}: {
  icon: ReactNode
  line: string
  detail: string
  status: keyof typeof STATUS
  id: string
  idName: string
  children: ReactNode
}) {
  return (
    <>
      <Outcome icon={icon}>
        <p className="text-lg font-semibold">{line}</p>
        <output className="block text-muted">{detail}</output>
      </Outcome>
      <Receipt idName={idName} id={id} copy={t('Copy {idName}', { idName })}>
        <Fact name={t('Status')}>
          <Badge tone={status === 'succeeded' ? 'credit' : 'warning'}>{STATUS[status]}</Badge>
        </Fact>
        {children}
      </Receipt>
    </>
  )
}
