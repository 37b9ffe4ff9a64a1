import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { HeadingLevel } from './heading-level.ts'

/** A surface for one thing. With a title it is a named region of the page. */
export function Card({
  title,
  aside,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'section'>, 'title'> & {
  title?: string
  /** At the right of the title: an action, a badge, the age of the data. */
  aside?: ReactNode
}) {
  return (
    <section
      {...rest}
      aria-label={title}
      className={clsx('rounded-card border border-line bg-surface p-5 shadow-card sm:p-6', className)}
    >
      {title !== undefined && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 className="text-lg font-bold">{title}</h2>
          {aside}
        </div>
      )}
      {title === undefined ? children : <HeadingLevel value={3}>{children}</HeadingLevel>}
    </section>
  )
}
