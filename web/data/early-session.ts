import { lastMember } from './at-rest.ts'
import type { UnderWay } from './client.ts'

declare global {
  /** Left by `theme.js`, which asks who is signed in before the app has come. */
  var youtilitySession: (UnderWay & { readonly member: string | null }) | undefined
}

/**
 * The question for the session that is under way already, once. Not when another tab has signed in or out since it was
 * asked: nobody has listened meanwhile.
 */
export const earlySession = (): UnderWay | undefined => {
  const early = globalThis.youtilitySession
  globalThis.youtilitySession = undefined
  return early?.member === lastMember() ? early : undefined
}
