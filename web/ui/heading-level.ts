import { createContext } from 'react'

/** The level of the headings in a part of a page: one more than that of the heading which the part stands under. */
export const HeadingLevel = createContext<2 | 3 | 4>(2)
