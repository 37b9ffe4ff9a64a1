import type { ReactNode } from 'react'
import type { View } from '../data/cached.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Age, NeverLoaded, NotYet } from './freshness.tsx'

/** A card of something cached: how old it is and, until it is there, the shape of it or why it could not be loaded. */
export function CachedCard({
  title,
  what,
  view,
  skeleton,
  children,
}: {
  title: string
  /** What is said to be missing: "Your … could not be loaded". */
  what: string
  view: View
  /** What is coming, or the classes of a plain block of its size. */
  skeleton: ReactNode
  children: ReactNode
}) {
  const { state, asOf } = view
  return (
    <Card title={title} aside={<Age {...view} />} aria-busy={asOf === null && state !== 'never'}>
      <NotYet what={what} {...view}>
        {typeof skeleton === 'string' ? <Skeleton className={skeleton} /> : skeleton}
      </NotYet>
      {children}
    </Card>
  )
}

/** A part of the page that draws its own skeleton; a card in its place where there is nothing and nothing could be loaded. */
export function UnlessNever({ what, view, children }: { what: string; view: View; children: ReactNode }) {
  if (view.asOf !== null || view.state !== 'never') return children
  return (
    <Card>
      <NeverLoaded what={what} {...view} />
    </Card>
  )
}
