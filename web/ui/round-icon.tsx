import type { ReactNode } from 'react'

/** An icon in a soft circle, for the eye alone. `className` says how large it is. */
export function RoundIcon({
  className,
  tone = 'bg-primary-soft text-primary',
  children,
}: {
  className: string
  tone?: string | undefined
  children: ReactNode
}) {
  return (
    <span aria-hidden="true" className={`grid place-items-center rounded-full shrink-0 ${tone} ${className}`}>
      {children}
    </span>
  )
}
