import type { ReactNode, Ref } from 'react'
import type { View } from '../data/cached.ts'
import { Age } from './freshness.tsx'

/**
 * The head of a member's page: the title, what stands beside it, and the page's actions on its baseline. The age of
 * what is shown lies in the gap below, so that it takes no space while there is none to tell.
 */
export function PageHead({
  title,
  titleRef,
  beside,
  view,
  children,
}: {
  title: string
  /** For a title that gets the focus. */
  titleRef?: Ref<HTMLHeadingElement>
  /** A small button for the whole page. */
  beside?: ReactNode
  view: Pick<View, 'state' | 'asOf'>
  /** The page's actions. */
  children?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-6">
      <div className="relative flex min-w-0 items-baseline gap-1">
        <h1
          ref={titleRef}
          tabIndex={titleRef === undefined ? undefined : -1}
          className="min-w-0 text-3xl font-bold sm:text-4xl"
        >
          {title}
        </h1>
        {beside !== undefined && <div className="-my-1 self-center">{beside}</div>}
        <div className="absolute start-0 top-full whitespace-nowrap">
          <Age {...view} />
        </div>
      </div>
      {children}
    </div>
  )
}
