import { ReceiptText, Repeat } from 'lucide-react'
import type { Deposit } from '../../../api/contract/wallet.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { RowsSkeleton } from '../../ui/row.tsx'
import { Amount } from '../../parts/hidden-balances.tsx'
import { ReceiptButton } from './receipt/receipt-button.tsx'
import { stateWord, methodLabel } from './words.ts'
import { useNamed } from '../../parts/use-named.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

const toneOf = (status: string): Tone =>
  status === 'completed' ? 'credit' : status === 'pending' ? 'warning' : 'debit'

/** Deposits, newest first; null: still loading. */
export function Deposits({ deposits }: { deposits: readonly Deposit[] | null }) {
  const here = useNamed<HTMLElement>('deposits', deposits !== null)
  return (
    <Card ref={here} title={t('Recent Transactions')} aria-busy={deposits === null}>
      {deposits === null && <RowsSkeleton lines={3} />}
      {deposits?.length === 0 && (
        <EmptyState icon={<ReceiptText />} title={t('No transactions yet')}>
          {t('Deposits to your wallet will show here.')}
        </EmptyState>
      )}
      {deposits !== null && deposits.length > 0 && (
        <ul aria-label={t('Deposits')} className="grid divide-y divide-line">
          {deposits.map((deposit) => (
            <li key={deposit.id} className="flex items-start justify-between gap-4 py-3 first:pt-0 last:pb-0">
              <div className="min-w-0">
                <div className="font-semibold">{methodLabel(deposit.method)}</div>
                <div className="text-sm text-muted">
                  <RelativeTime at={deposit.created_at} />
                </div>
                <Explanation deposit={deposit} />
                {isRepeatable(deposit) && (
                  <ButtonLink
                    to={`/wallet?add=ach&amount=${deposit.amount}`}
                    variant="secondary"
                    size="sm"
                    icon={<Repeat />}
                    className="mt-2"
                  >
                    {t('Try Again')}
                  </ButtonLink>
                )}
              </div>
              <div className="grid justify-items-end gap-1">
                <span className="font-semibold">
                  <Amount amount={deposit.amount} currency="USD" />
                </span>
                <Badge tone={toneOf(deposit.status)}>{stateWord(deposit.status)}</Badge>
                {(deposit.status === 'completed' || deposit.status === 'returned') && (
                  <span className="-me-3">
                    <ReceiptButton
                      of={{ kind: 'deposit', id: deposit.id }}
                      about={methodLabel(deposit.method)}
                    />
                  </span>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const isRepeatable = ({ again_until: until }: Deposit): boolean =>
  typeof until === 'string' && Date.now() < Date.parse(until)

/** Explains any status other than `completed` to the member. */
function Explanation({ deposit: { status, method, failure_message: reason } }: { deposit: Deposit }) {
  if (status === 'completed') return null
  const meaning =
    status === 'pending'
      ? method === 'ach'
        ? t('Bank transfers arrive in 1-3 business days.')
        : t('Waiting for the payment to go through.')
      : status === 'returned'
        ? t('The bank took this deposit back, so its amount has left your balance again.')
        : t('No money was added.')
  return (
    <p className="mt-0.5 text-sm text-muted">
      {reason !== null && <span className="block font-medium text-ink">{translateServerText(reason)}</span>}
      <span>{meaning}</span>
    </p>
  )
}
