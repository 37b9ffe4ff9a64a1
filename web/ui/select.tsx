import { Field, type FieldProps } from './field.tsx'
import { SelectControl, type SelectControlProps } from './select-control.tsx'

/** A choice from a short list, with its label. */
export function Select<Value extends string>({
  label,
  hideLabel,
  hint,
  error,
  aside,
  ...rest
}: Omit<SelectControlProps<Value>, 'id'> & FieldProps) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} aside={aside}>
      {(control) => <SelectControl {...rest} {...control} />}
    </Field>
  )
}
