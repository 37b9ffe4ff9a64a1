import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { defaultDocumentLoader } from '@digitalbazaar/vc'
import jsigs, { type DocumentLoader } from 'jsonld-signatures'
import type { Documents } from './documents.ts'

/** Loads from `documents`, and W3C's contexts from the library. */
export const loaderOf =
  (documents: Pick<Documents, 'load'>): DocumentLoader =>
  async (url) =>
    (await documents.load(url)) ?? defaultDocumentLoader(url)

/**
 * Whether the Data Integrity proof of a credential (eddsa-rdfc-2022) matches its content and was made with a key that
 * its controller uses for assertions. Does not check the issuer, dates or revocation.
 */
export const proofHolds = async (credential: object, documents: Documents): Promise<boolean> => {
  const { verified } = await jsigs.verify(credential, {
    suite: new DataIntegrityProof({ cryptosuite }),
    purpose: new jsigs.purposes.AssertionProofPurpose(),
    documentLoader: loaderOf(documents),
  })
  if (verified) return true
  const failure = documents.failure()
  if (failure) throw failure
  return false
}
