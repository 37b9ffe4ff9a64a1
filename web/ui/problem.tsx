import { clsx } from 'clsx'
import { Banner } from './banner.tsx'

/** Like `Problem`, as a line of text beside what failed. */
export function ProblemLine({ className, children }: { className?: string; children: string | null }) {
  if (children === null) return null
  return (
    <p role="alert" className={clsx('text-sm font-medium text-debit', className)}>
      {children}
    </p>
  )
}

/** Why something failed, announced at once; renders nothing for null. */
export function Problem({ title, children }: { title?: string | undefined; children: string | null }) {
  if (children === null) return null
  return (
    <Banner tone="debit" live="alert" title={title}>
      {children}
    </Banner>
  )
}
