import type { Pool } from 'pg'
import { didWebOf } from '../contract/credential-verifier/did-web.ts'
import { DidText, type DidDocument } from '../contract/credentials.ts'
import { Id } from '../contract/fields.ts'
import type { Members } from '../identity/members.ts'
import { memberDocument, platformDocument } from './documents.ts'
import type { DidKeys } from './keys.ts'

/** Result of resolving a DID (DID Core 7.1). */
export type Resolution =
  | { readonly outcome: 'found'; readonly document: DidDocument; readonly createdAt: Date }
  | { readonly outcome: 'deactivated' }
  | { readonly outcome: 'not_found' | 'invalid' | 'unsupported_method' }

/** Resolves our own DIDs from the database, without any network request. */
export interface DidResolver {
  readonly resolve: (did: string) => Promise<Resolution>
  /** Resolves the DID of a member id. */
  readonly resolveMember: (memberId: string, method: 'youtility' | 'web') => Promise<Resolution>
}

export const createDidResolver = ({
  pool,
  publicUrl,
  members,
  keys,
}: {
  readonly pool: Pool
  readonly publicUrl: string
  readonly members: Pick<Members, 'byId'>
  readonly keys: DidKeys
}): DidResolver => {
  const platform = didWebOf(publicUrl)

  /** True also while the account is being closed: its key may be destroyed any moment. */
  const isClosed = async (memberId: string): Promise<boolean> => {
    const { rows } = await pool.query({
      name: 'did-is-closed',
      text: 'select 1 from app.erasure where member_id = $1',
      values: [memberId],
    })
    return rows.length > 0
  }

  const resolveMember: DidResolver['resolveMember'] = async (memberId, method) => {
    if (await isClosed(memberId)) return { outcome: 'deactivated' }
    if (!(await members.byId(memberId))) return { outcome: 'not_found' }
    const key = await keys.ofMember(memberId)
    return {
      outcome: 'found',
      document: memberDocument(publicUrl, memberId, key, method),
      createdAt: key.createdAt,
    }
  }

  /** Resolves the member id of one of our DIDs; lower case, so that a member has only one DID of each method. */
  const resolveId = async (id: string, method: 'youtility' | 'web'): Promise<Resolution> => {
    if (!Id.safeParse(id).success || id !== id.toLowerCase())
      return { outcome: method === 'youtility' ? 'invalid' : 'not_found' }
    return resolveMember(id, method)
  }

  return {
    resolveMember,
    resolve: async (did) => {
      if (!DidText.safeParse(did).success) return { outcome: 'invalid' }
      if (did.startsWith('did:youtility:')) return resolveId(did.slice('did:youtility:'.length), 'youtility')
      if (!did.startsWith('did:web:')) return { outcome: 'unsupported_method' }
      if (did === platform) {
        const key = await keys.ofPlatform()
        return { outcome: 'found', document: platformDocument(publicUrl, key), createdAt: key.createdAt }
      }
      const prefix = `${platform}:did:`
      return did.startsWith(prefix) ? resolveId(did.slice(prefix.length), 'web') : { outcome: 'not_found' }
    },
  }
}
