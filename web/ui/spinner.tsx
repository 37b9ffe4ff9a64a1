import { clsx } from 'clsx'

/** Shows that work is under way, beside a text that names it; decorative by itself. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-block size-[1.1em] shrink-0 animate-spin rounded-full border-2 border-current border-e-transparent',
        className,
      )}
    />
  )
}
