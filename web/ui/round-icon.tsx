import type { ReactNode } from 'react'

/** A decorative icon in a soft circle. `className` sets its size. */
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
