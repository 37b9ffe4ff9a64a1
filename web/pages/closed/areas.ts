import type { LucideIcon } from 'lucide-react'
import { Contact, LayoutDashboard, PiggyBank } from 'lucide-react'

/** An area of the app that has its place and its guard, and no content yet. */
export interface ClosedArea {
  Icon: LucideIcon
  title: string
  lead: string
  points: readonly { title: string; text: string }[]
}

export const closedAreas: Readonly<Record<string, ClosedArea>> = {
  '/dashboard': {
    Icon: LayoutDashboard,
    title: 'Dashboard',
    lead: 'Your pools, your bills and what they saved you, on one page.',
    points: [
      { title: 'Total Pool Value', text: 'What all your pools are worth today.' },
      { title: 'Bills Paid by Investments', text: 'What your returns have settled so far.' },
      { title: 'Quick actions', text: 'Wallet, identity, profile and pools, one step away.' },
    ],
  },
  '/investments': {
    Icon: PiggyBank,
    title: 'Youtility Investment Pools',
    lead: 'Pools whose dividends and gains pay your bills.',
    points: [
      { title: 'Create a pool', text: 'From $100, in five kinds and three levels of risk.' },
      { title: 'Watch it', text: 'Value, returns and every movement, to the cent.' },
      { title: 'Auto-pay', text: 'Decide which bills the returns may settle.' },
    ],
  },
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
