// The Digital Bazaar libraries come without types. This file declares only what we use of them.

declare module 'jsonld-signatures' {
  export interface LoadedDocument {
    contextUrl: null
    documentUrl: string
    document: unknown
  }
  export type DocumentLoader = (url: string) => Promise<LoadedDocument>
  export interface VerifyResult {
    readonly verified: boolean
    readonly error?: Error & { readonly errors?: readonly Error[] }
  }
  class AssertionProofPurpose {
    readonly term: string
    constructor(options?: { controller?: object })
  }
  const jsigs: {
    readonly purposes: { readonly AssertionProofPurpose: typeof AssertionProofPurpose }
    readonly verify: (
      document: object,
      options: {
        suite: unknown
        purpose: AssertionProofPurpose
        documentLoader: DocumentLoader
      },
    ) => Promise<VerifyResult>
  }
  export default jsigs
}

declare module '@digitalbazaar/data-integrity' {
  export interface Signer {
    readonly id: string
    readonly algorithm: string
    readonly sign: (input: { data: Uint8Array }) => Promise<Uint8Array>
  }
  export class DataIntegrityProof {
    readonly cryptosuite: string
    constructor(options: { cryptosuite: unknown; signer?: Signer; date?: string })
  }
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown
}

declare module '@digitalbazaar/ed25519-multikey' {
  export const fromJwk: (options: {
    jwk: { kty: string; crv: string; x: string }
    id?: string
    controller?: string
  }) => Promise<{ readonly publicKeyMultibase: string }>
}

declare module '@digitalbazaar/vc' {
  import type { DocumentLoader, VerifyResult } from 'jsonld-signatures'
  export const defaultDocumentLoader: DocumentLoader
  export const issue: (options: {
    credential: object
    suite: unknown
    documentLoader: DocumentLoader
    now?: Date
  }) => Promise<object>
  export const verifyCredential: (options: {
    credential: object
    suite: unknown
    documentLoader: DocumentLoader
    checkStatus: (options: { credential: object }) => Promise<{ verified: boolean }>
    now?: Date
  }) => Promise<VerifyResult & { readonly statusResult?: { readonly verified: boolean } }>
}
