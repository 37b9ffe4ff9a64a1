import { ChevronRight, CreditCard, Landmark, Users } from 'lucide-react'
import { CARD_FEE_TEXT } from './amount.ts'
import type { FundsFlow } from './flow.ts'
import type { Method } from './machine.ts'
import { RoundIcon } from '../../ui/round-icon.tsx'
import { t } from '../../texts/texts.ts'

const METHODS: readonly {
  readonly method: Method
  readonly name: string
  readonly cost: string
  readonly about: string
  readonly Icon: typeof CreditCard
}[] = [
  {
    method: 'card',
    name: t('Card'),
    cost: CARD_FEE_TEXT,
    about: t('Credit or debit card, there in moments'),
    Icon: CreditCard,
  },
  {
    method: 'ach',
    name: t('Bank transfer'),
    cost: t('Free'),
    about: t('ACH from your bank account, 1-3 business days'),
    Icon: Landmark,
  },
  {
    method: 'internal_transfer',
    name: t('Internal transfer'),
    cost: t('Free'),
    about: t('Ask another member to send it to you'),
    Icon: Users,
  },
]

/** Chooses where the money comes from, then goes on to the amount. */
export function MethodStep({ flow }: { flow: FundsFlow }) {
  return (
    <ul aria-label={t('Payment method')} className="grid gap-3 pb-2">
      {METHODS.map(({ method, name, cost, about, Icon }) => (
        <li key={method}>
          <button
            type="button"
            onClick={() => flow.dispatch({ type: 'chose', method })}
            className="flex w-full items-center gap-4 rounded-control border border-control bg-surface px-4 py-3.5 text-start transition-colors duration-150 hover:border-primary hover:bg-primary-soft"
          >
            <RoundIcon className="size-11">
              <Icon className="size-5" />
            </RoundIcon>
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-semibold">{name}</span>
                <span className="text-sm font-medium text-muted tabular">{cost}</span>
              </span>
              <span className="block text-sm text-muted">{about}</span>
            </span>
            <ChevronRight className="size-5 shrink-0 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  )
}
