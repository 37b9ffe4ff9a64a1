import type { SharedField, SharedProfile } from '../contract/profile.ts'

/** What each shared field is called in a ProfileCredential; see the JSON-LD context. */
const TERMS: Readonly<Record<SharedField, string>> = {
  display_name: 'displayName',
  name: 'fullName',
  handle: 'handle',
  organization: 'organization',
  title: 'title',
  bio: 'bio',
  website_url: 'website',
  phone_endpoint: 'telephone',
  email: 'email',
}

/** The claims of a ProfileCredential over what is shared. */
export const claimsOf = (shared: SharedProfile): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(TERMS).flatMap(([field, term]) => {
      const value = Reflect.get(shared, field)
      return typeof value === 'string' ? [[term, value]] : []
    }),
  )

/** Whether a credential's subject claims exactly this, beside its id. */
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
