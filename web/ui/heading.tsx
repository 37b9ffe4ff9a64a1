import { use, type ReactNode } from 'react'
import { HeadingLevel } from './heading-level.ts'

/** A heading one level below the one that it stands under. */
export function Heading({ className, children }: { className: string; children: ReactNode }) {
  switch (use(HeadingLevel)) {
    case 2:
      return <h2 className={className}>{children}</h2>
    case 3:
      return <h3 className={className}>{children}</h3>
    case 4:
      return <h4 className={className}>{children}</h4>
  }
}
