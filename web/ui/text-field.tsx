import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

/** One line of text with its label. Takes every attribute of an input, `ref` included. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  aside,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'id'> & FieldProps) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} aside={aside}>
      {(control) => <input type="text" {...rest} {...control} className={clsx('kit-control', className)} />}
    </Field>
  )
}
