/**
 * Files of `tests/api` that cost most for what they have found: `npm run test:full` runs them, the gate (`npm test`)
 * does not. A new file is in the gate until it is listed here.
 */
export const LATER: readonly string[] = [
  'backup',
  'first-release',
  'ledger-cli/read-models',
  'ledger-cli/year',
  'persons/sandbox',
  'persons/stripe',
  'profile/erasure/leaving',
  'profile/returning',
  'projections/rebuild',
  'proof/sealing',
  'proof/strangers',
  'query-plans/query-plans',
  'security/fuzz',
  'security/limits-of-persons',
  'security/new-release',
  'security/restored-rights',
  'stand-ins',
  'stopping',
  'wallet/processes',
  'withdrawals/increase',
  'withdrawals/reviews',
].map((name) => `tests/api/${name}.test.ts`)
