import { createContext, use, type ReactNode } from 'react'

type Level = 2 | 3 | 4
const HeadingLevel = createContext<Level>(2)

/** What is in it stands under a heading of one level less. */
export function UnderHeading({ level, children }: { level: Level; children: ReactNode }) {
  return <HeadingLevel value={level}>{children}</HeadingLevel>
}

/** The tag of a heading here, one level below the one that it stands under. */
export const useHeading = (): `h${Level}` => `h${use(HeadingLevel)}`
