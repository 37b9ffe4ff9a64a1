import type { ReactNode } from 'react'
import { isolated } from './isolated.tsx'

/**
 * Names and values, one line each: a summary to check before confirming, or a receipt. With a label it is in a box of
 * its own.
 */
export function Facts({ label, children }: { label?: string; children: ReactNode }) {
  const facts = <dl className="grid content-start divide-y divide-line">{children}</dl>
  if (label === undefined) return facts
  return (
    <section aria-label={label} className="rounded-control bg-sunken px-4 py-1">
      {facts}
    </section>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[fit-content(58%)_minmax(0,1fr)] items-baseline gap-4 py-2.5">
      <dt className="text-sm wrap-normal text-muted">{name}</dt>
      <dd className="text-end text-[0.9375rem] font-medium wrap-anywhere">{isolated(children)}</dd>
    </div>
  )
}

/** The main figure of a review. */
export function Headline({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="rounded-control bg-sunken py-5 text-center">
      <div className="text-sm text-muted">{name}</div>
      <div className="text-4xl font-bold tracking-tight tabular">{isolated(children)}</div>
    </div>
  )
}
