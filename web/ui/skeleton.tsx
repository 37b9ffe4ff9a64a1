import { clsx } from 'clsx'

/** Placeholder for content that is being loaded. Give it the content's size, so that nothing moves. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('block rounded-md bg-ink/10 animate-pulse-soft', className ?? 'h-4 w-full')}
    />
  )
}
