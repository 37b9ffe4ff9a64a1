import { expect } from 'vitest'
import {
  Credential,
  credentialOperations,
  type CredentialType,
  type SignedCredential,
} from '../../api/contract/credentials.ts'
import { Profile, profileOperations, type PublicProfile } from '../../api/contract/profile.ts'
import type { Browser } from './browser.ts'

const parsed = async <T>(
  response: Response,
  status: number,
  schema: { parse: (value: unknown) => T },
): Promise<T> => {
  const text = await response.text()
  expect(`${response.status} ${text}`).toMatch(new RegExp(`^${status} `))
  return schema.parse(JSON.parse(text))
}

export const put = (member: Browser, path: string, body: unknown): Promise<Response> =>
  member.fetch(path, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

export const profileOf = async (member: Browser): Promise<Profile> =>
  parsed(await member.fetch('/api/profile'), 200, Profile)

/** Changes the profile; fails the test unless it is accepted. */
export const saves = async (member: Browser, changes: Record<string, unknown>): Promise<Profile> =>
  parsed(await put(member, '/api/profile', changes), 200, Profile)

/** Issues a credential and returns it as the API does; `status` is the expected one, 201 for a new credential. */
export const issues = async (
  member: Browser,
  credentialType: CredentialType,
  status = 201,
): Promise<Credential> =>
  parsed(await member.post('/api/did/credentials/issue', { credentialType }), status, Credential)

export const revokes = async (member: Browser, id: string): Promise<Credential> =>
  parsed(await member.post(`/api/did/credentials/${id}/revoke`), 200, Credential)

export const credentialsOf = async (member: Browser, query = '') =>
  parsed(
    await member.fetch(`/api/did/credentials${query}`),
    200,
    credentialOperations.listCredentials.response,
  )

/** The profile as any visitor sees it. */
export const publicProfileOf = async (url: string, memberId: string): Promise<PublicProfile> =>
  parsed(
    await fetch(`${url}/api/members/${memberId}/public-profile`),
    200,
    profileOperations.getPublicProfile.response,
  )

/** A deep copy with one change. */
export const altered = (
  credential: SignedCredential,
  change: (copy: Record<string, unknown>) => void,
): unknown => {
  const copy = structuredClone(credential)
  change(copy)
  return copy
}
