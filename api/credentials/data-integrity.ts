import type { KeyObject } from 'node:crypto'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { issue } from '@digitalbazaar/vc'
import { createDocuments } from '../contract/credential-verifier/documents.ts'
import { loaderOf } from '../contract/credential-verifier/proof.ts'
import { signerOf } from './ed25519.ts'

interface Signing {
  /** Our origin: contexts and documents below it are served locally. */
  readonly origin: string
  /** URL of the verification method. */
  readonly keyId: string
  readonly privateKey: KeyObject
  readonly at: Date
  /** `at` in the format of the proof. */
  readonly date: string
}

/** Adds a Data Integrity proof (eddsa-rdfc-2022) to a credential, without any network request. */
export const withProof = (
  credential: object,
  { origin, keyId, privateKey, at, date }: Signing,
): Promise<object> => {
  const documents = createDocuments({
    origin,
    fetchDocument: (url) => Promise.reject(new Error(`Signing asked for ${url}`)),
  })
  return issue({
    credential,
    suite: new DataIntegrityProof({ cryptosuite, signer: signerOf(keyId, privateKey), date }),
    documentLoader: loaderOf(documents),
    now: at,
  })
}
