/** W3C's own context; every verifier has it built in. */
export const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2'
/** Path of our context, under the issuer's origin. */
export const YOUTILITY_CONTEXT_PATH = '/contexts/youtility/v1'

/** Path of the context of kinds that came later. */
export const YOUTILITY_CONTEXT_V2_PATH = '/contexts/youtility/v2'

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

const NS_V2 = 'https://youtility.example/ns/v2#'
const BOOLEAN = 'http://www.w3.org/2001/XMLSchema#boolean'

/** The same terms and those of an IdentityCredential. Never change it either. */
export const YOUTILITY_CONTEXT_V2 = {
  '@context': {
    ...YOUTILITY_CONTEXT['@context'],
    IdentityCredential: `${NS_V2}IdentityCredential`,
    over18: { '@id': `${NS_V2}over18`, '@type': BOOLEAN },
    /** The country that issued the document, ISO 3166-1 alpha-2. */
    country: `${NS_V2}documentCountry`,
  },
} as const
