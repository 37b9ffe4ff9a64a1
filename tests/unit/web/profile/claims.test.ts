import { describe, expect, it } from 'vitest'
import type { PublicProfile } from '../../../../api/contract/profile.ts'
import { vouchesFor } from '../../../../web/pages/member/claims.ts'

const DID = 'did:youtility:0a'

const profileWith = (shared: PublicProfile['shared'], subject: Record<string, unknown>): PublicProfile => ({
  id: '00000000-0000-4000-8000-00000000000a',
  did: DID,
  shared,
  credential: {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id: 'urn:uuid:1',
    type: ['VerifiableCredential', 'ProfileCredential'],
    issuer: 'did:web:youtility.example',
    validFrom: '2026-01-01T00:00:00Z',
    credentialSubject: { id: DID, ...subject },
    proof: {
      type: 'DataIntegrityProof',
      verificationMethod: 'did:web:youtility.example#key',
      proofValue: 'z1',
    },
  },
})

describe('a credential vouches for what is shown', () => {
  it('when it says exactly that', () => {
    const shared = { display_name: 'Ada', website_url: 'https://ada.example', phone_endpoint: '+12125550100' }
    const claims = { displayName: 'Ada', website: 'https://ada.example', telephone: '+12125550100' }
    expect(vouchesFor(profileWith(shared, claims))).toBe(true)
    expect(vouchesFor(profileWith({}, {}))).toBe(true)
  })

  it.each([
    ['says something else', { display_name: 'Ada' }, { displayName: 'Eve' }],
    ['says less than is shown', { display_name: 'Ada', bio: 'Count' }, { displayName: 'Ada' }],
    [
      'says more than is shown',
      { display_name: 'Ada' },
      { displayName: 'Ada', email: 'ada@youtility.example' },
    ],
    ['says it under another name', { name: 'Ada' }, { displayName: 'Ada' }],
    ['is about another member', { display_name: 'Ada' }, { displayName: 'Ada', id: 'did:youtility:0b' }],
  ] as const)('not when it %s', (_case, shared, claims) => {
    expect(vouchesFor(profileWith(shared, claims))).toBe(false)
  })

  it('not when there is none', () => {
    expect(vouchesFor({ ...profileWith({}, {}), credential: null })).toBe(false)
  })
})
