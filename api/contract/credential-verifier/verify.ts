import * as z from 'zod/mini'
import type { Verdict } from '../credentials.ts'
import { bitAt, decodeBitstring } from './bitstring.ts'
import { didWebOf } from './did-web.ts'
import { createDocuments, DocumentUnavailable, type Documents, type FetchDocument } from './documents.ts'
import { formsOf, type CredentialForm, type StatusListForm } from './form.ts'
import { idOfIssuer, Issuer } from './issuer.ts'
import { readAtMost } from './read-at-most.ts'

/** A document in an accepted form; see form.ts. */
type ReadableCredential = CredentialForm | StatusListForm

export interface VerifyOptions {
  /** Origin of the trusted issuer, and the only origin that documents are fetched from. */
  readonly origin: string
  readonly now: Date
  /** Replaces HTTP; the server reads its own documents directly. */
  readonly fetchDocument?: FetchDocument
  /** Replaces {@link import('./proof.ts').proofHolds}, for example with a cached check. */
  readonly checkProof?: (credential: ReadableCredential, documents: Documents) => Promise<boolean>
}

/** Tolerance for visitors' clocks that are behind ours. */
const SKEW_MS = 5 * 60_000
/** Maximum size of a fetched document, in bytes; the largest is a status list. */
const DOCUMENT_BYTES_MAX = 2 * 1024 * 1024

/** Fetches JSON from `origin` only, without cookies and without following redirects. */
const fetchFrom =
  (origin: string): FetchDocument =>
  async (url) => {
    if (!url.startsWith(`${origin}/`)) throw new Error('Only documents of the issuer are fetched')
    const { ok, status, body } = await fetch(url, { credentials: 'omit', redirect: 'error' })
    if (!ok || body === null) throw new Error(`Status ${status}`)
    return JSON.parse(new TextDecoder().decode(await readAtMost(body, DOCUMENT_BYTES_MAX)))
  }

/** jsonld is large, so it is imported when the first credential is verified. */
const checkWithLibrary = async (credential: ReadableCredential, documents: Documents): Promise<boolean> => {
  const { proofHolds } = await import('./proof.ts')
  return proofHolds(credential, documents)
}

const IssuerOf = z.looseObject({ issuer: Issuer })

const issuerOf = (credential: unknown): string | null => {
  const result = IssuerOf.safeParse(credential)
  return result.success ? idOfIssuer(result.data.issuer) : null
}

const verdictOnDates = ({ validFrom, validUntil, proof }: ReadableCredential, now: Date): Verdict => {
  if (Date.parse(validFrom) > now.getTime() + SKEW_MS) return 'not_yet_valid'
  const ends = [validUntil, proof.expires].map((end) => (end === undefined ? Infinity : Date.parse(end)))
  return Math.min(...ends) <= now.getTime() ? 'expired' : 'valid'
}

/**
 * Verifies a credential of the issuer at `origin`: issuer, form, proof, dates and revocation, in this order; the first
 * failure is the verdict. Never throws. Runs in browsers and on the server.
 */
export const verifyCredential = async (credential: unknown, options: VerifyOptions): Promise<Verdict> => {
  const { origin, now, fetchDocument = fetchFrom(origin), checkProof = checkWithLibrary } = options
  const issuer = didWebOf(origin)
  const forms = formsOf(origin)
  const documents = createDocuments({ origin, fetchDocument })

  const verdictOnSigned = async (signed: ReadableCredential): Promise<Verdict> => {
    // A valid proof made with anybody else's key proves nothing about this issuer.
    if (!signed.proof.verificationMethod.startsWith(`${issuer}#`)) return 'tampered'
    return (await checkProof(signed, documents)) ? verdictOnDates(signed, now) : 'tampered'
  }

  /** @throws {DocumentUnavailable} also when the status list itself is invalid */
  const isRevoked = async ({ credentialStatus: status }: CredentialForm): Promise<boolean> => {
    const url = status.statusListCredential
    const { success, data: list } = forms.statusList.safeParse(await documents.get(url))
    if (!success || list.id !== url || (await verdictOnSigned(list)) !== 'valid')
      throw new DocumentUnavailable(url)
    const bits = await decodeBitstring(list.credentialSubject.encodedList)
    return bitAt(bits, Number(status.statusListIndex))
  }

  try {
    const claimed = issuerOf(credential)
    if (claimed !== null && claimed !== issuer) return 'foreign_issuer'
    const { success, data: signed } = forms.credential.safeParse(credential)
    if (!success) return 'unsupported'
    const verdict = await verdictOnSigned(signed)
    if (verdict !== 'valid') return verdict
    return (await isRevoked(signed)) ? 'revoked' : 'valid'
  } catch {
    return 'unknown'
  }
}
