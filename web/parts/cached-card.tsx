import type { ReactNode } from 'react'
import type { View } from '../data/cached.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Age, NeverLoaded, NotYet } from './freshness.tsx'

/** A card of cached data: its age and, until there is data, a skeleton or why it could not be loaded. */
export function CachedCard({
  title,
  what,
  view,
  skeleton,
  children,
}: {
  title: string
  /** Name of the missing data in "Your … could not be loaded". */
  what: string
  view: View
  /** The skeleton, or the classes of a plain block of its size. */
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

/** A part of the page that has its own skeleton; replaced by a card if there is no data and loading failed. */
export function UnlessNever({ what, view, children }: { what: string; view: View; children: ReactNode }) {
  if (view.asOf !== null || view.state !== 'never') return children
  return (
    <Card>
      <NeverLoaded what={what} {...view} />
    </Card>
  )
}
