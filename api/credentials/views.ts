import { LRUCache } from 'lru-cache'
import type { Clock } from '../../events/ids.ts'
import { maxEntries } from '../../events/max-entries.ts'
import { didWebOf, didWebUrl } from '../contract/credential-verifier/did-web.ts'
import type { FetchDocument } from '../contract/credential-verifier/documents.ts'
import { verifyCredential, type VerifyOptions } from '../contract/credential-verifier/verify.ts'
import type { Credential } from '../contract/credentials.ts'
import type { CredentialRow } from './credential-rows.ts'
import { documentHash } from './credentials.ts'
import { platformDocument } from './documents.ts'
import type { DidKeys } from './keys.ts'
import { statusListUrl, type StatusLists } from './status-lists.ts'

/** Credentials for lists, each actually verified. */
export const createCredentialViews = ({
  keys,
  statusLists,
  publicUrl,
  clock,
}: {
  readonly keys: DidKeys
  readonly statusLists: StatusLists
  readonly publicUrl: string
  readonly clock: Clock
}) => {
  /** Results of proof checks, which never change for the same content; dates and revocation are checked every time. */
  const proofs = new LRUCache<string, boolean>(maxEntries(20_000))

  const checkProof: VerifyOptions['checkProof'] = async (credential, documents) => {
    const hash = documentHash(credential)
    const known = proofs.get(hash)
    if (known !== undefined) return known
    const { proofHolds } = await import('../contract/credential-verifier/proof.ts')
    const holds = await proofHolds(credential, documents)
    proofs.set(hash, holds)
    return holds
  }

  const lists = statusListUrl(publicUrl, 0).slice(0, -1)

  /** Our public documents, without an HTTP request to ourselves. */
  const ownDocument = async (url: string): Promise<unknown> => {
    if (url === didWebUrl(didWebOf(publicUrl), publicUrl))
      return platformDocument(publicUrl, await keys.ofPlatform())
    const list = url.startsWith(lists) ? await statusLists.signed(Number(url.slice(lists.length))) : undefined
    if (!list) throw new Error(`${url} is no document of ours`)
    return list
  }

  /** Builds each document once for all credentials of a request. */
  const remembering = (): FetchDocument => {
    const made = new Map<string, Promise<unknown>>()
    return (url) => {
      const document = made.get(url) ?? ownDocument(url)
      made.set(url, document)
      return document
    }
  }

  return async (rows: readonly CredentialRow[]): Promise<Credential[]> => {
    const now = clock()
    const fetchDocument = remembering()
    return Promise.all(
      rows.map(async ({ id, document, revokedAt }) => {
        const verdict = await verifyCredential(document, {
          origin: publicUrl,
          now,
          checkProof,
          fetchDocument,
        })
        return {
          id,
          type: document.type,
          issuer: document.issuer,
          issuanceDate: document.validFrom,
          ...(document.validUntil !== undefined && { expirationDate: document.validUntil }),
          verified: verdict === 'valid',
          verdict,
          revoked_at: revokedAt?.toISOString() ?? null,
          credential: document,
        }
      }),
    )
  }
}
export type CredentialViews = ReturnType<typeof createCredentialViews>
