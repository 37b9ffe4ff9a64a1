/** What a page is held to. Scores from 0 to 100. */
export interface Aims {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  /** Of pages that search engines may see. */
  readonly seo?: number
  /** Cumulative layout shift. Lighthouse shows three decimals: less than one in the last is none. */
  readonly shift: number
}

const SIGNED_IN: Aims = { performance: 95, accessibility: 100, bestPractices: 100, shift: 0.001 }

/** Every page that stands for itself, as a member opens it with nothing on their telephone yet. */
export const PAGES: Readonly<Record<string, { readonly member: boolean; readonly aims: Aims }>> = {
  '/': {
    member: false,
    aims: { performance: 98, accessibility: 100, bestPractices: 100, seo: 100, shift: 0.001 },
  },
  '/verify': { member: false, aims: SIGNED_IN },
  '/dashboard': { member: true, aims: SIGNED_IN },
  '/wallet': { member: true, aims: SIGNED_IN },
  '/investments': { member: true, aims: SIGNED_IN },
  '/tellepathy': { member: true, aims: SIGNED_IN },
  '/devices': { member: true, aims: SIGNED_IN },
  '/notifications': { member: true, aims: SIGNED_IN },
  '/profile': { member: true, aims: SIGNED_IN },
  '/did': { member: true, aims: SIGNED_IN },
}

/** On a processor that is this many times slower than this machine's. */
export const SLOWER = 4
/** Longest task of the main thread, and longest time from a tap or key to the next paint, in milliseconds. */
export const TASK_MS_MAX = 100
export const INTERACTION_MS_MAX = 200
