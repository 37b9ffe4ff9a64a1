import { clsx } from 'clsx'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { charactersIn, withoutLast } from '../texts/characters.ts'
import { t } from '../texts/texts.ts'

/** Input that a person types, one character after the other. */
const TYPED: ReadonlySet<string> = new Set(['insertText', 'insertLineBreak', 'insertCompositionText'])

/**
 * Several lines of text; where they have a limit, with a counter of what is left, '160 characters remaining'. `text` is
 * the form's current value. Typing stops at the limit with a word; a pasted text stays whole, and the error says what is
 * wrong.
 */
export function TextArea({
  label,
  hint,
  error,
  text,
  limit,
  className,
  onChange,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'id' | 'maxLength'> &
  Omit<FieldProps, 'aside'> &
  ({ text: string; limit: number } | { text?: undefined; limit?: undefined })) {
  const length = text === undefined ? 0 : charactersIn(text)
  /** Something did not fit. */
  const [cutOff, setCutOff] = useState(false)
  const before = useRef(length)
  useEffect(() => {
    before.current = length
  }, [length])
  /** Takes away what was typed beyond the limit; returns whether something was. */
  const cut = (area: HTMLTextAreaElement): boolean => {
    if (limit === undefined) return false
    const over = charactersIn(area.value) - Math.max(limit, before.current)
    if (over <= 0) return false
    const typed = area.value.slice(0, area.selectionEnd)
    area.setRangeText('', withoutLast(typed, over).length, typed.length, 'end')
    setCutOff(true)
    // React has noted the longer text already.
    area.dispatchEvent(new Event('input', { bubbles: true }))
    return true
  }
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      aside={
        limit !== undefined && (
          <span className={clsx(length > limit && 'font-semibold text-debit')}>
            {t('{limit} characters remaining', { limit: limit - length })}
            <span aria-live="polite">{cutOff && length >= limit && t('. No more fits.')}</span>
          </span>
        )
      }
    >
      {(control) => (
        <textarea
          rows={3}
          {...rest}
          {...control}
          onChange={(event) => {
            const { nativeEvent: input, currentTarget } = event
            const isTyped = input instanceof InputEvent && TYPED.has(input.inputType) && !input.isComposing
            if (!isTyped || !cut(currentTarget)) onChange?.(event)
          }}
          // What is being composed must not be changed before it is complete.
          onCompositionEnd={({ currentTarget }) => cut(currentTarget)}
          className={clsx('kit-control', 'resize-y', className)}
        />
      )}
    </Field>
  )
}
