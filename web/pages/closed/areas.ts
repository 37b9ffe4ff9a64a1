import type { LucideIcon } from 'lucide-react'
import { Contact } from 'lucide-react'

/** An area of the app that has its place and its guard, and no content yet. */
export interface ClosedArea {
  Icon: LucideIcon
  title: string
  lead: string
  points: readonly { title: string; text: string }[]
}

export const closedAreas: Readonly<Record<string, ClosedArea>> = {
  '/tellepathy': {
    Icon: Contact,
    title: 'Tellepathy',
    lead: 'The people you talk to, in the circles you choose.',
    points: [
      { title: 'Contact Management', text: 'Search, sort and export everyone you know.' },
      { title: 'Circle Administration', text: 'Family, friends, colleagues: a circle for each.' },
      { title: 'Analytics & Reports', text: 'Calls, messages and data, by week and month.' },
    ],
  },
}
