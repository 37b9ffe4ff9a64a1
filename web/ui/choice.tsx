import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Radio } from './tick.tsx'

interface ChoiceOption<Value extends string> {
  value: Value
  label: string
  /** Information for the choice, such as a balance. */
  detail?: ReactNode
  /** It cannot be chosen yet; `detail` says from when on. */
  disabled?: boolean
}

/** A longer word does not fit half the width of a phone. */
const LONG = 14
const columnsOf = (labels: readonly string[]): string => {
  if (labels.length === 3) return 'sm:grid-cols-3'
  return labels.some((label) => label.length > LONG) ? 'sm:grid-cols-2' : 'grid-cols-2'
}

/** One of a few options, side by side where they fit, all in view: radio buttons that look like cards. */
export function Choice<Value extends string>({
  legend,
  options,
  stacked = false,
  ...input
}: Omit<ComponentProps<typeof Radio>, 'value' | 'id' | 'quiet'> & {
  legend: string
  options: readonly ChoiceOption<Value>[]
  /** One below the other: for long labels. */
  stacked?: boolean
}) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className={clsx('grid gap-3', !stacked && columnsOf(options.map((option) => option.label)))}>
        {options.map(({ value, label, detail, disabled }) => (
          <label
            key={value}
            className={clsx(
              'flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-control bg-surface px-3 py-2 max-[22rem]:gap-2 max-[22rem]:px-2',
              'transition-colors duration-150 has-checked:border-selected has-checked:chosen',
              'has-disabled:cursor-default has-disabled:text-muted',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
            )}
          >
            <Radio {...input} quiet value={value} {...(disabled === true && { disabled })} />
            <span className="min-w-0">
              <span className="block font-semibold">{label}</span>
              {detail !== undefined && <span className="block text-sm text-muted tabular">{detail}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
