import * as z from 'zod/mini'
import { SignedCredential, type Verdict } from '../credentials.ts'
import { bitAt, decodeBitstring, StatusEntry, StatusListSubject } from './bitstring.ts'
import { didWebOf } from './did-web.ts'
import { createDocuments, DocumentUnavailable, type Documents, type FetchDocument } from './documents.ts'

export interface VerifyOptions {
  /** Origin of the issuer that is trusted, and the only place anything is fetched from. */
  readonly origin: string
  readonly now: Date
  /** Instead of HTTP; the server looks at its own documents directly. */
  readonly fetchDocument?: FetchDocument
  /** Instead of {@link import('./proof.ts').proofHolds}, such as one that remembers. */
  readonly checkProof?: (credential: SignedCredential, documents: Documents) => Promise<boolean>
}

/** Clocks of visitors may be behind ours by this much. */
const SKEW_MS = 5 * 60_000

/** JSON of `origin` and of nowhere else; without cookies, and a redirect leads nowhere. */
const fetchFrom =
  (origin: string): FetchDocument =>
  async (url) => {
    if (!url.startsWith(`${origin}/`)) throw new Error('Only documents of the issuer are fetched')
    const response = await fetch(url, { credentials: 'omit', redirect: 'error' })
    if (!response.ok) throw new Error(`Status ${response.status}`)
    return response.json()
  }

/** jsonld is big: it is loaded when something is to be verified. */
const checkWithLibrary = async (credential: SignedCredential, documents: Documents): Promise<boolean> => {
  const { proofHolds } = await import('./proof.ts')
  return proofHolds(credential, documents)
}

const IssuerOf = z.looseObject({ issuer: z.union([z.string(), z.looseObject({ id: z.string() })]) })

const issuerOf = (credential: unknown): string | null => {
  const result = IssuerOf.safeParse(credential)
  if (!result.success) return null
  const { issuer } = result.data
  return typeof issuer === 'string' ? issuer : issuer.id
}

const verdictOnDates = ({ validFrom, validUntil }: SignedCredential, now: Date): Verdict => {
  const from = Date.parse(validFrom)
  const until = validUntil === undefined ? Infinity : Date.parse(validUntil)
  if (Number.isNaN(from) || Number.isNaN(until)) return 'tampered'
  if (from > now.getTime() + SKEW_MS) return 'not_yet_valid'
  return until <= now.getTime() ? 'expired' : 'valid'
}

/**
 * Verifies a credential of the one issuer at `origin`: who issued it, its proof, its dates, and that it is not
 * revoked, in this order; the first that fails is the verdict. Never throws. Runs in browsers and on the server.
 */
export const verifyCredential = async (credential: unknown, options: VerifyOptions): Promise<Verdict> => {
  const { origin, now, fetchDocument = fetchFrom(origin), checkProof = checkWithLibrary } = options
  const issuer = didWebOf(origin)
  const documents = createDocuments({ origin, fetchDocument })

  const verdictOnSigned = async (value: unknown): Promise<Verdict> => {
    const claimed = issuerOf(value)
    if (claimed !== null && claimed !== issuer) return 'foreign_issuer'
    const { success, data: signed } = SignedCredential.safeParse(value)
    // A proof by anybody else's key proves nothing about this issuer, however well it holds.
    if (!success || !signed.proof.verificationMethod.startsWith(`${issuer}#`)) return 'tampered'
    return (await checkProof(signed, documents)) ? verdictOnDates(signed, now) : 'tampered'
  }

  /** @throws {DocumentUnavailable} also for a list that cannot be believed: it then says nothing */
  const isRevoked = async (status: unknown): Promise<boolean> => {
    const { statusListCredential: url, statusListIndex } = StatusEntry.parse(status)
    const list = await documents.get(url)
    if ((await verdictOnSigned(list)) !== 'valid') throw new DocumentUnavailable(url)
    const { id, credentialSubject } = SignedCredential.parse(list)
    if (id !== url) throw new DocumentUnavailable(url)
    const { encodedList } = StatusListSubject.parse(credentialSubject)
    return bitAt(await decodeBitstring(encodedList), Number(statusListIndex))
  }

  try {
    const verdict = await verdictOnSigned(credential)
    if (verdict !== 'valid') return verdict
    const { credentialStatus } = SignedCredential.parse(credential)
    return credentialStatus && (await isRevoked(credentialStatus)) ? 'revoked' : 'valid'
  } catch {
    return 'unknown'
  }
}
