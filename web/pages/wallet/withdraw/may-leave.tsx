import { useState } from 'react'
import type { WithdrawalOptions } from '../../../../api/contract/withdrawals.ts'
import { isPositive, sumOf } from '../../../data/amounts.ts'
import { Amount } from '../../../parts/hidden-balances.tsx'
import { Button } from '../../../ui/button.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { calendarDate } from '../../../ui/time-format.ts'
import { rich } from '../../../texts/rich.tsx'
import { t } from '../../../texts/texts.ts'

/** Days of holds that are shown first. */
const SHOWN = 3

type Hold = WithdrawalOptions['holds'][number]

/** What becomes free on each day, as one sum a day: several deposits of one day have a hold each. */
const heldByDay = (holds: readonly Hold[]): readonly Hold[] =>
  [...Map.groupBy(holds, ({ free_from: day }) => day)].map(([day, ofDay]) => ({
    free_from: day,
    amount_usd: sumOf(
      ofDay.map(({ amount_usd: amount }) => amount),
      'USD',
    ),
  }))

/** What may leave now; beside it what is held, with the day on which each hold ends. */
export function MayLeave({ options }: { options: WithdrawalOptions }) {
  const { available_usd: available, held_usd: held } = options
  const holds = heldByDay(options.holds)
  const [all, setAll] = useState(false)
  const shown = all ? holds : holds.slice(0, SHOWN)
  return (
    <div className="grid gap-2">
      <Facts label={t('What can leave')}>
        <Fact name={t('Can leave now')}>
          <Amount amount={available} currency="USD" />
        </Fact>
        {isPositive(held) && (
          <Fact name={t('Held for now')}>
            <Amount amount={held} currency="USD" />
          </Fact>
        )}
      </Facts>
      {shown.length > 0 && (
        <>
          <ul aria-label={t('What is held')} className="grid gap-1 px-4 text-sm">
            {shown.map(({ amount_usd: amount, free_from: day }) => (
              <li key={day}>
                {rich('{amount} can leave from {day}', {
                  amount: <Amount amount={amount} currency="USD" />,
                  day: calendarDate(day),
                })}
              </li>
            ))}
          </ul>
          {holds.length > SHOWN && !all && (
            <div className="px-1">
              <Button variant="quiet" size="sm" onClick={() => setAll(true)}>
                {t('Show all {count}', { count: holds.length })}
              </Button>
            </div>
          )}
          <p className="px-4 text-sm text-muted">
            {t(
              'It came in by a payment that can still be taken back. Here you can use it already: send it, or put it into a pool.',
            )}
          </p>
        </>
      )}
    </div>
  )
}
