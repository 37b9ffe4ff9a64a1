import { clsx } from 'clsx'
import { buttonClass } from './button.tsx'
import { FileInput } from './file-input.tsx'

/** Chooses a file: a file input, visually hidden behind a label that looks like a button. */
export function FileButton({
  children,
  accept,
  onChoose,
}: {
  children: string
  accept: string
  onChoose: (file: File) => void
}) {
  return (
    <label
      className={clsx(buttonClass({ variant: 'secondary' }), 'cursor-pointer has-focus-visible:outline-2')}
    >
      <span>{children}</span>
      <FileInput accept={accept} onChoose={onChoose} className="sr-only" />
    </label>
  )
}
