import { ArrowDownLeft, ArrowUpRight, Coins, Gift, Lock, LockOpen } from 'lucide-react'
import type { YutTransaction } from '../../../api/contract/token.ts'
import { UNFAMILIAR } from '../../../api/contract/open.ts'
import { personText } from '../../../api/contract/person.ts'
import { useCached } from '../../data/cached.ts'
import { yutTransactions } from '../../data/token.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { HeadingLevel } from '../../ui/heading-level.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { Age, NotYet } from '../../parts/freshness.tsx'
import { Amount } from '../../parts/hidden-balances.tsx'
import { stateWord } from '../wallet/words.ts'
import { Row, RowsSkeleton } from '../../ui/row.tsx'
import { t } from '../../texts/texts.ts'

/** Lines shown, of the ten that are fetched. */
const SHOWN = 5

const TONES: Readonly<Record<YutTransaction['status'], Tone>> = {
  completed: 'credit',
  pending: 'warning',
  failed: 'debit',
  unfamiliar: 'neutral',
}

/** Staking is neither gain nor loss: the tokens still belong to the member. */
const isMoved = (type: YutTransaction['interaction_type']): boolean => type === 'stake' || type === 'unstake'

export const looksOf = ({ interaction_type: type, direction, counterparty }: YutTransaction) => {
  switch (type) {
    case 'stake':
      return { Icon: Lock, title: t('Staked') }
    case 'unstake':
      return { Icon: LockOpen, title: t('Unstaked') }
    case 'reward_claim':
      return { Icon: Gift, title: t('Rewards claimed') }
    case 'transfer': {
      const who = counterparty === null ? undefined : personText(counterparty)
      return direction === 'in'
        ? {
            Icon: ArrowDownLeft,
            title: who === undefined ? t('Received') : t('Received from {who}', { who }),
          }
        : { Icon: ArrowUpRight, title: who === undefined ? t('Sent') : t('Sent to {who}', { who }) }
    }
    case UNFAMILIAR:
      return { Icon: Coins, title: t('Something new') }
    default:
      return type satisfies never
  }
}

/** The newest token transactions. */
export function TokenTransactions() {
  const { value, ...view } = useCached(yutTransactions)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-bold">{t('Recent token activity')}</h3>
        <Age {...view} />
      </div>
      <NotYet what={t('token activity')} {...view}>
        <RowsSkeleton lines={SHOWN} />
      </NotYet>
      {value?.length === 0 && (
        <HeadingLevel value={4}>
          <EmptyState icon={<Coins />} title={t('No token activity yet')}>
            {t('Stakes, claims and token transfers will show here.')}
          </EmptyState>
        </HeadingLevel>
      )}
      {value !== null && value.length > 0 && (
        <ul aria-label={t('Token transactions')} className="grid divide-y divide-line">
          {value.slice(0, SHOWN).map((transaction) => (
            <Line key={transaction.id} transaction={transaction} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Line({ transaction }: { transaction: YutTransaction }) {
  const { Icon, title } = looksOf(transaction)
  const { amount, direction, status, created_at: at, interaction_type: type } = transaction
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <Row
        Icon={Icon}
        title={title}
        amount={
          <Amount
            amount={amount}
            currency="YUT"
            direction={direction === 'in' ? 'credit' : 'debit'}
            meaning={isMoved(type) ? 'moved' : undefined}
          />
        }
        centered
      >
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
          <RelativeTime at={at} />
          <Badge tone={TONES[status]}>{stateWord(status)}</Badge>
        </div>
      </Row>
    </li>
  )
}
