import type { IssuedType } from '../../../../api/contract/credentials.ts'
import type { DatedFact } from '../../../../events/audit/dated-fact.ts'

interface KnownCredential {
  readonly id: string
  readonly memberId: string
  readonly type: IssuedType
  readonly place: number
  revoked: 'member' | 'superseded' | 'erased' | 'lapsed' | null
}

/** What the ledger says of credentials. */
export const createCredentialViews = () => {
  const credentials = new Map<string, KnownCredential>()
  const counts = new Map<string, number>()

  return {
    note: ({ event: { type, data } }: DatedFact): void => {
      if (type === 'CredentialIssued') {
        const { credentialId: id, memberId, credentialType } = data
        const key = `${memberId} ${credentialType}`
        const place = counts.get(key) ?? 0
        counts.set(key, place + 1)
        credentials.set(id, { id, memberId, type: credentialType, place, revoked: null })
      }
      const known = type === 'CredentialRevoked' ? credentials.get(data.credentialId) : undefined
      if (known && type === 'CredentialRevoked') known.revoked = data.reason
    },
    queries: { credentials: (): readonly Readonly<KnownCredential>[] => [...credentials.values()] },
  }
}
