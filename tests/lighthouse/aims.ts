/** What a page must reach. Scores from 0 to 100. */
export interface Aims {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  /** Only for pages that search engines may see. */
  readonly seo?: number
  /** Cumulative layout shift stays below this. Lighthouse shows three decimals: less than 0.001 counts as none. */
  readonly shift: number
}

const SIGNED_IN: Aims = { performance: 95, accessibility: 100, bestPractices: 100, shift: 0.001 }

/** Every page with an address of its own, opened on a phone without stored data. */
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

/** How many times slower than this machine's processor the phone's is. */
export const SLOWER = 4
/** Longest task of the main thread, and longest time from a tap or key to the next paint, in milliseconds. */
export const TASK_MS_MAX = 100
export const INTERACTION_MS_MAX = 200

/** How the wallet is opened: with nothing stored but the session, with the app and its cache, without a network. */
export type Start = 'cold' | 'warm' | 'offline'

/** What each start of the wallet must reach on the slower processor and Lighthouse's slow 4G. */
export const STARTS: Readonly<Record<Start, { usableMs: number; largestMs: number; bytes: number }>> = {
  cold: { usableMs: 2_500, largestMs: 2_500, bytes: 170_000 },
  warm: { usableMs: 1_000, largestMs: 2_500, bytes: 170_000 },
  offline: { usableMs: 1_000, largestMs: 2_500, bytes: 0 },
}
