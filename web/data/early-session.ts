import { lastMember } from './at-rest.ts'
import type { UnderWay } from './client.ts'

declare global {
  /** Set by `theme.js`, which requests the session before the app has loaded. */
  var youtilitySession: (UnderWay & { readonly member: string | null }) | undefined
}

/**
 * The session request that is already under way, returned once. Undefined if another tab has signed in or out since it
 * was sent: this tab could not receive that tab's message yet.
 */
export const earlySession = (): UnderWay | undefined => {
  const early = globalThis.youtilitySession
  globalThis.youtilitySession = undefined
  return early?.member === lastMember() ? early : undefined
}
