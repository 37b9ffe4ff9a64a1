import type { PublicProfile } from '../../../api/contract/profile.ts'
import { PROFILE_CLAIMS } from '../../../api/contract/profile-claims.ts'

/**
 * Whether the credential belongs to this member and its claims are exactly the fields that the page shows.
 * A valid signature over other claims would confirm nothing on this page.
 */
export const vouchesFor = ({ did, shared, credential }: PublicProfile): boolean => {
  if (credential === null || credential.credentialSubject.id !== did) return false
  const { id: _id, ...claims } = credential.credentialSubject
  const shown = Object.entries(PROFILE_CLAIMS).flatMap(([field, claim]) => {
    const value = Reflect.get(shared, field) as unknown
    return value === undefined ? [] : [[claim, value] as const]
  })
  return (
    shown.length === Object.keys(claims).length && shown.every(([claim, value]) => claims[claim] === value)
  )
}
