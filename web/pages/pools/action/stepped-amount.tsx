import { dollars } from '../../../texts/money.ts'
import { Minus, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { AmountField } from '../../../ui/amount-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { stepped } from './amounts.ts'
import { t } from '../../../texts/texts.ts'

interface SteppedAmountProps {
  label: string
  hint: string
  error: string | undefined
  value: string
  step_cents: number
  least_cents: number
  onChange: (typed: string) => void
}

/** An amount field in dollars whose buttons and arrow keys change it in steps. Any other amount can be typed. */
export function SteppedAmount({
  label,
  hint,
  error,
  value,
  step_cents,
  least_cents,
  onChange,
}: SteppedAmountProps) {
  const go = (by: 1 | -1) => onChange(stepped(value, by, step_cents, least_cents))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    go(event.key === 'ArrowUp' ? 1 : -1)
  }
  const by = dollars(step_cents).replace(/\.00$/, '')
  return (
    <AmountField
      label={label}
      currency="USD"
      hint={hint}
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      beside={
        <span className="-me-2 flex">
          <IconButton
            label={t('{label}: {by} less', { label, by })}
            icon={<Minus className="size-4.5!" />}
            onClick={() => go(-1)}
          />
          <IconButton
            label={t('{label}: {by} more', { label, by })}
            icon={<Plus className="size-4.5!" />}
            onClick={() => go(1)}
          />
        </span>
      }
    />
  )
}

const TARGET_STEP_CENTS = 5_00

/** Field for a pool's target yield per month. */
export function TargetAmount(field: Pick<SteppedAmountProps, 'error' | 'value' | 'onChange'>) {
  return (
    <SteppedAmount
      {...field}
      label={t('Target Monthly Yield (optional)')}
      hint={t('What the pool should earn in a month, to see how far it is')}
      step_cents={TARGET_STEP_CENTS}
      least_cents={0}
    />
  )
}
