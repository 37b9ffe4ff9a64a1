import type { SharedProfile } from '../contract/profile.ts'
import { PROFILE_CLAIMS } from '../contract/profile-claims.ts'

/** The claims of a ProfileCredential for the shared fields. */
export const claimsOf = (shared: SharedProfile): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(PROFILE_CLAIMS).flatMap(([field, term]) => {
      const value = Reflect.get(shared, field)
      return typeof value === 'string' ? [[term, value]] : []
    }),
  )

/** Whether a credential's subject has exactly these claims, apart from its id. */
export const claimsAre = (
  { id: _id, ...claimed }: Readonly<Record<string, unknown>>,
  shared: SharedProfile,
): boolean => {
  const expected = claimsOf(shared)
  const names = Object.keys(expected)
  return (
    Object.keys(claimed).length === names.length && names.every((name) => claimed[name] === expected[name])
  )
}
