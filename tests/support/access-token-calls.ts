import { expect } from 'vitest'
import { type CreateAccessTokenRequest, MadeAccessToken } from '../../api/contract/access-tokens.ts'
import type { Browser } from './browser.ts'

/** A program that calls the API by a token, as curl does: without cookies, and nothing says which page it is from. */
const programOf = (origin: string, secret: string): Pick<Browser, 'fetch' | 'post'> => {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, origin), {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), Authorization: `Bearer ${secret}` },
    })
  return {
    fetch: send,
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}

/** Makes a token that may read, or what is asked for. */
export const makesToken = async (
  member: Pick<Browser, 'post'>,
  asked: Partial<CreateAccessTokenRequest> = {},
): Promise<MadeAccessToken> => {
  const body = { name: 'Budget script', scopes: ['read'], days: 30, ...asked }
  const made = await member.post('/api/access-tokens', body)
  expect(made.status).toBe(201)
  return MadeAccessToken.parse(await made.json())
}

/** A program with a new token of the member. */
export const programWith = async (
  origin: string,
  member: Pick<Browser, 'post'>,
  asked: Partial<CreateAccessTokenRequest> = {},
) => {
  const token = await makesToken(member, asked)
  return { token, ...programOf(origin, token.secret) }
}
