import { type Credential, type CredentialType, credentialOperations } from '../../api/contract/credentials.ts'
import { call } from './client.ts'
import { recordWrite, refreshDocument } from './refresh.ts'
import { fieldOf } from './sources.ts'

/** Far more than a member has: one credential of each type in force, and those that were revoked or have expired. */
const FETCHED = 100

/** The DID document of the signed-in member. */
export const didDocument = fieldOf('did:document', credentialOperations.getDidDocument, 'document')

/** The member's credentials, newest first, each as the server verified it. */
export const credentials = fieldOf('did:credentials', credentialOperations.listCredentials, 'credentials', {
  query: { limit: String(FETCHED) },
})

/** Reloads the list and the document after issuing or revoking. */
const reload = async (position: string | undefined): Promise<void> => {
  recordWrite(position)
  await Promise.all([refreshDocument(credentials), refreshDocument(didDocument)])
}

/** Has a credential issued, or returns the existing one while it is valid. Rejects as `call` does. */
export const issueCredential = async (credentialType: CredentialType): Promise<Credential> => {
  const { data, position } = await call(credentialOperations.issueCredential, { body: { credentialType } })
  await reload(position)
  return data
}

/** Revokes a credential for good. */
export const revokeCredential = async (id: string): Promise<Credential> => {
  const { data, position } = await call(credentialOperations.revokeCredential, { params: { id } })
  await reload(position)
  return data
}

/** Where a credential can be downloaded, as signed JSON or as a JWT. */
export const credentialUrl = (id: string, format: 'json' | 'jwt'): string =>
  (format === 'json'
    ? credentialOperations.exportCredentialJson.path
    : credentialOperations.exportCredentialJwt.path
  ).replace('{id}', encodeURIComponent(id))
