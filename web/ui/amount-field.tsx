import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { number } from '../texts/numbers.ts'
import { Field, type FieldProps } from './field.tsx'

/**
 * A field for an amount of money. A text input with a decimal keyboard, not `type=number`: no changes by the scroll
 * wheel, no exponent, no rounding by the browser. The currency is always visible.
 */
export function AmountField({
  label,
  hint,
  error,
  aside,
  currency,
  beside,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'id' | 'type' | 'inputMode' | 'step' | 'min' | 'max'> &
  FieldProps & {
    currency: string
    /** Buttons beside the field that change its value. */
    beside?: ReactNode
  }) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <span className="flex items-center gap-1">
          <span className="relative block min-w-0 flex-1">
            <input
              type="text"
              inputMode="decimal"
              autoComplete="off"
              placeholder={number(0, { minimumFractionDigits: 2 })}
              {...rest}
              {...control}
              className={clsx('kit-control', 'min-h-14 pe-18 text-2xl! font-semibold tabular', className)}
            />
            <span className="pointer-events-none absolute inset-y-0 end-0 flex items-center pe-4 text-sm font-semibold text-muted">
              {currency}
            </span>
          </span>
          {beside}
        </span>
      )}
    </Field>
  )
}
