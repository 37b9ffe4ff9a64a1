/**
 * What a supported browser may lack and `fallbacks.ts` replaces, and the object that it belongs to. `npm run
 * check:structure` refuses everything else that is newer than the browsers in package.json.
 */
export const NEWER = {
  any: AbortSignal,
  withResolvers: Promise,
  groupBy: Map,
  canParse: URL,
  parse: URL,
} as const
