import { useId } from 'react'

/** A choice between a few views of the same thing, applied at once: radio buttons drawn as one bar. */
export function Segments<Value extends string>({
  legend,
  options,
  value,
  onChange,
}: {
  /** Names the group; not visible. */
  legend: string
  options: readonly { readonly value: Value; readonly label: string }[]
  value: Value
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className="flex rounded-control bg-sunken p-1">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-9 cursor-pointer items-center rounded-md px-3 text-sm font-semibold whitespace-nowrap text-muted transition-colors duration-150 hover:text-ink has-checked:bg-surface has-checked:text-selected has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-primary"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
