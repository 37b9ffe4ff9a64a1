import { FileUp } from 'lucide-react'
import { FileInput } from './file-input.tsx'
import { Field, type FieldProps } from './field.tsx'
import { t } from '../texts/texts.ts'

/** A box to choose a file in, or to drop it on. */
export function FileField({
  name,
  accept,
  disabled,
  onChoose,
  ...field
}: Omit<FieldProps, 'aside'> & {
  /** Name of the chosen file. */
  name: string | undefined
  accept: string
  disabled: boolean
  onChoose: (file: File) => void
}) {
  return (
    <Field {...field}>
      {(control) => (
        // Focus and screen readers use the browser's own file input, which is invisible on top of this box.
        <div className="relative flex items-center gap-3 rounded-control border border-dashed border-control px-4 py-4 has-focus-visible:outline-2 has-focus-visible:outline-primary">
          <FileUp className="size-6 shrink-0 text-primary" />
          <span aria-hidden="true" className="min-w-0 flex-1 wrap-anywhere">
            {name ?? t('Choose a file, or drop it here')}
          </span>
          <FileInput
            {...control}
            accept={accept}
            disabled={disabled}
            onChoose={onChoose}
            className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
          />
        </div>
      )}
    </Field>
  )
}
