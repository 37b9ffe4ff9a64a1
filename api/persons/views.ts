import { TEST_PERSONS, type IdentityCheck } from '../contract/identity-check.ts'
import { beginFrom, mayRenew, type CheckRow } from './checks.ts'
import type { PersonCheck } from './person-check.ts'
import { isUnderWay, standingOfChecks } from './standing.ts'

/** A member's checks, newest first, as they are shown to them; `former`: with accounts that they have closed. */
export const identityView = (
  rows: readonly CheckRow[],
  former: readonly Pick<CheckRow, 'beganAt'>[],
  {
    provider,
    limitCents,
    now,
  }: { readonly provider: PersonCheck['name'] | null; readonly limitCents: bigint; readonly now: Date },
): IdentityCheck => {
  const { state, verifiedUntil, waitsFor, reason } = standingOfChecks(rows, now)
  const underWay = rows.find(isUnderWay)
  const from = underWay ? null : beginFrom([...rows, ...former], now)
  const goesOn = underWay ? waitsFor === 'member' : from === null && mayRenew(verifiedUntil, now)
  return {
    state,
    waits_for: waitsFor,
    verified_until: verifiedUntil?.toISOString() ?? null,
    reason,
    can_begin: provider !== null && goesOn,
    begin_from: from?.toISOString() ?? null,
    provider,
    unverified_cents: Number(limitCents),
    test_persons: provider === 'sandbox' ? [...TEST_PERSONS] : [],
  }
}
