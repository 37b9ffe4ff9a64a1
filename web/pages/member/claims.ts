import type { PublicProfile } from '../../../api/contract/profile.ts'
import { PROFILE_CLAIMS } from '../../../api/contract/profile-claims.ts'

/**
 * Whether the credential speaks of this very member and says exactly what the page shows: no more, no less.
 * A signature that holds over something else vouches for nothing here.
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
