import { useId, type ReactNode } from 'react'
import { translateServerText } from '../texts/translate-server-text.ts'

/** Attributes that connect the control inside a field with its label, hint and error. */
interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps {
  label: string
  /** How to fill it in; always visible. */
  hint?: ReactNode
  /** What is wrong with the value; announced with the control. */
  error?: string | undefined
  /** At the right of the label: a counter, an available balance, 'optional'. */
  aside?: ReactNode
}

/** Label, control, hint and error as one. */
export function Field({
  label,
  hint,
  error,
  aside,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [error ? errorId : '', hint ? hintId : ''].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside !== undefined && <span className="text-xs text-muted tabular">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={errorId} className="text-sm font-medium text-debit">
          {translateServerText(error)}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Text controls are 16 px, so that phones do not zoom in, and 44 px high. */
export const controlClass =
  'w-full min-h-11 rounded-control border border-control bg-surface px-3 py-2 text-base text-ink placeholder:text-muted transition-colors duration-150 focus-visible:outline-offset-0 aria-invalid:border-debit aria-invalid:outline-debit disabled:cursor-not-allowed disabled:opacity-60'
