import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { t } from '../texts/texts.ts'

/**
 * Several lines of text; where they have a limit, with a counter of what is left, '160 characters remaining'. `length`
 * is the length of the form's current value. The limit isn't enforced while typing: a pasted text stays whole and the
 * error says what is wrong.
 */
export function TextArea({
  label,
  hint,
  error,
  length,
  limit,
  className,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'id' | 'maxLength'> &
  Omit<FieldProps, 'aside'> &
  ({ length: number; limit: number } | { length?: undefined; limit?: undefined })) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      aside={
        limit !== undefined && (
          <span className={clsx(length > limit && 'font-semibold text-debit')}>
            {t('{limit} characters remaining', { limit: limit - length })}
          </span>
        )
      }
    >
      {(control) => (
        <textarea rows={3} {...rest} {...control} className={clsx('kit-control', 'resize-y', className)} />
      )}
    </Field>
  )
}
