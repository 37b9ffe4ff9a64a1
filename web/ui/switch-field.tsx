import { useId, type ComponentProps, type ReactNode } from 'react'

/** A setting that is on or off, with an explanation: a checkbox drawn and announced as a switch. */
export function SwitchField({
  label,
  hint,
  ...rest
}: Omit<ComponentProps<'input'>, 'id' | 'type' | 'role'> & { label: string; hint?: ReactNode }) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className="flex items-start justify-between gap-4 rounded-control border border-line px-4 py-3">
      <div className="min-w-0">
        <label htmlFor={id} className="block cursor-pointer font-semibold">
          {label}
        </label>
        {hint !== undefined && (
          <p id={hintId} className="mt-0.5 text-sm wrap-anywhere text-muted">
            {hint}
          </p>
        )}
      </div>
      <span className="relative -mt-0.5 inline-flex h-7 w-12 shrink-0">
        <input
          {...rest}
          id={id}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the checkbox itself says whether it is on
          role="switch"
          aria-describedby={hint === undefined ? undefined : hintId}
          className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full border border-control bg-sunken transition-colors duration-150 checked:border-selected checked:bg-selected disabled:cursor-not-allowed disabled:opacity-50"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 start-1 size-5 rounded-full bg-control transition-transform duration-150 peer-checked:translate-x-5 peer-checked:bg-surface rtl:peer-checked:-translate-x-5"
        />
      </span>
    </div>
  )
}
