import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** The language of the label where it is not the page's. */
  lang?: string
  disabled?: boolean
}

export type SelectControlProps<Value extends string> = Omit<ComponentProps<'select'>, 'children'> & {
  options: readonly SelectOption<Value>[]
  onChoose?: (value: Value) => void
}

/**
 * A choice from a short list, to be labelled by who uses it. The browser's own select: phones show their own picker,
 * and it needs no inline styles, which the content security policy forbids.
 */
export function SelectControl<Value extends string>({
  options,
  onChoose,
  className,
  ...rest
}: SelectControlProps<Value>) {
  return (
    <span className="relative block">
      <select
        {...(onChoose && {
          onChange: ({ target }) => {
            const chosen = options.find(({ value }) => value === target.value)
            if (chosen) onChoose(chosen.value)
          },
        })}
        {...rest}
        className={clsx('kit-control', 'appearance-none pe-8 text-ellipsis', className)}
      >
        {options.map(({ label, ...option }) => (
          <option key={option.value} {...option}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-muted" />
    </span>
  )
}
