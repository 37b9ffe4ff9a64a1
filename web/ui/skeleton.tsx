import { clsx } from 'clsx'

/** The shape of what is coming. Give it the size of the real thing, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('block rounded-md bg-ink/10 animate-pulse-soft', className ?? 'h-4 w-full')}
    />
  )
}
