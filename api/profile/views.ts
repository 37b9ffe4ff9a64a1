import { publicProfilePath, type Profile, type PublicProfile } from '../contract/profile.ts'
import { didOf } from '../identity/identifier.ts'
import type { IdentityState } from '../contract/identity-check.ts'
import type { CredentialRow } from '../credentials/credential-rows.ts'
import { claimsAre } from '../credentials/profile-claims.ts'
import { handleChangeableAt } from './handle-change.ts'
import { sharedOf, type ProfileRow } from '../identity/profiles.ts'

/** The profile as shown to its member. */
export const profileView = (
  row: ProfileRow,
  identity: IdentityState,
  publicUrl: string,
  now: Date,
): Profile => ({
  id: row.id,
  display_name: row.display_name,
  bio: row.bio,
  name: row.name,
  organization: row.organization,
  title: row.title,
  website_url: row.website_url,
  phone_endpoint: row.phone_endpoint,
  handle: row.handle,
  did: didOf(row.id),
  // Whoever is not verified, or no longer, is pending: the specification has no other word.
  kyc_status: identity === 'verified' || identity === 'rejected' ? identity : 'pending',
  email: row.email,
  picture: row.picture,
  shared: [...row.shared],
  public_url: `${publicUrl}${publicProfilePath(row.id)}`,
  handle_changeable_at: handleChangeableAt(row.handle_changed_at, now)?.toISOString() ?? null,
  member_since: row.created_at.toISOString(),
})

/** The profile as shown to visitors, with its credential if that has exactly these claims. */
export const publicView = (row: ProfileRow, newest: CredentialRow | undefined): PublicProfile => {
  const shared = sharedOf(row)
  const vouches = newest && claimsAre(newest.document.credentialSubject, shared)
  return { id: row.id, did: didOf(row.id), shared, credential: vouches ? newest.document : null }
}
