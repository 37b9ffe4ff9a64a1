/** W3C's own context; every verifier has it built in. */
export const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2'
/** Path of our context, under the issuer's origin. */
export const YOUTILITY_CONTEXT_PATH = '/contexts/youtility/v1'

const NS = 'https://youtility.example/ns/v1#'
const SCHEMA = 'https://schema.org/'

/**
 * Meaning of the terms in our credentials (JSON-LD 1.1). Never change it: a signature covers the meaning, so a changed
 * context breaks every credential that was issued with it. New terms need a context v2.
 */
export const YOUTILITY_CONTEXT = {
  '@context': {
    '@version': 1.1,
    '@protected': true,
    YoutilityMemberCredential: `${NS}YoutilityMemberCredential`,
    ProfileCredential: `${NS}ProfileCredential`,
    memberSince: { '@id': `${NS}memberSince`, '@type': 'http://www.w3.org/2001/XMLSchema#date' },
    displayName: `${SCHEMA}alternateName`,
    fullName: `${SCHEMA}name`,
    handle: `${NS}handle`,
    organization: `${SCHEMA}affiliation`,
    title: `${SCHEMA}jobTitle`,
    bio: `${SCHEMA}description`,
    website: `${SCHEMA}url`,
    telephone: `${SCHEMA}telephone`,
    email: `${SCHEMA}email`,
  },
} as const
