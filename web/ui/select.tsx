import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  disabled?: boolean
}

/**
 * A choice from a short list. The browser's own select: phones show their own picker, and it needs no
 * inline styles, which the content security policy forbids.
 */
export function Select<Value extends string>({
  label,
  hint,
  error,
  aside,
  options,
  onChoose,
  className,
  ...rest
}: Omit<ComponentProps<'select'>, 'id' | 'children'> &
  FieldProps & { options: readonly SelectOption<Value>[]; onChoose?: (value: Value) => void }) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <span className="relative block">
          <select
            {...(onChoose && {
              onChange: ({ target }) => {
                const chosen = options.find(({ value }) => value === target.value)
                if (chosen) onChoose(chosen.value)
              },
            })}
            {...rest}
            {...control}
            className={clsx(controlClass, 'appearance-none pe-8 text-ellipsis', className)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-muted" />
        </span>
      )}
    </Field>
  )
}
