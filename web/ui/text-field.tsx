import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

/** One line of text with its label. Takes every attribute of an input, `ref` included. */
export function TextField({
  label,
  hint,
  error,
  aside,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'id'> & FieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <input type="text" {...rest} {...control} className={clsx(controlClass, className)} />}
    </Field>
  )
}
