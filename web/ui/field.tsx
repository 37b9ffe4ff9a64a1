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
  /** The label is for screen readers only: what is around the control says the same to the eye. */
  hideLabel?: boolean | undefined
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
  hideLabel = false,
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
      <div className={hideLabel ? 'sr-only' : 'flex flex-wrap items-baseline justify-between gap-x-3'}>
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside !== undefined && aside !== false && (
          <span className="text-xs text-muted tabular">{aside}</span>
        )}
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
