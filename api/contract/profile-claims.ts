import type { SharedField } from './profile.ts'

/** Name of each shared field's claim in a ProfileCredential; see the JSON-LD context. */
export const PROFILE_CLAIMS: Readonly<Record<SharedField, string>> = {
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
