import {
  accessTokenOperations,
  type CreateAccessTokenRequest,
  type MadeAccessToken,
} from '../../api/contract/access-tokens.ts'
import { call } from './client.ts'
import { refreshDocument } from './refresh.ts'
import { endOtherSessions, securityEvents } from './security.ts'
import { fieldOf } from './sources.ts'

/** The member's access tokens, the newest first. */
export const accessTokens = fieldOf('access-tokens', accessTokenOperations.listAccessTokens, 'tokens')

const again = () => Promise.all([refreshDocument(accessTokens), refreshDocument(securityEvents)])

/** Makes an access token. Its secret is in this answer only, and is stored nowhere. */
export const makeAccessToken = async (body: CreateAccessTokenRequest): Promise<MadeAccessToken> => {
  const { data } = await call(accessTokenOperations.createAccessToken, { body })
  await again()
  return data
}

export const endAccessToken = async (id: string): Promise<void> => {
  await call(accessTokenOperations.endAccessToken, { params: { id } })
  await again()
}

/** Signs the member out everywhere but here, which ends the tokens too. */
export const endAllOthers = async (): Promise<void> => {
  await endOtherSessions()
  await refreshDocument(accessTokens)
}
