import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** One of a few colours: radio buttons, each drawn as its colour and named by it. */
export function Swatches({
  legend,
  options,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'value' | 'id' | 'className'> & {
  legend: string
  options: readonly { readonly value: string; readonly label: string; readonly className: string }[]
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label, className }) => (
          <label
            key={value}
            title={label}
            className="grid size-11 cursor-pointer place-items-center rounded-full border-2 border-transparent has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input {...input} type="radio" value={value} className="sr-only" />
            <span
              aria-hidden="true"
              className={clsx('size-8 rounded-full forced-color-adjust-none', className)}
            />
            <span className="sr-only">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
