import { accessTokenOperations, type CreateAccessTokenRequest } from '../../api/contract/access-tokens.ts'
import { changing } from './changing.ts'
import { refreshDocument } from './refresh.ts'
import { endOtherSessions, securityEvents } from './security.ts'
import { fieldOf } from './sources.ts'

/** The member's access tokens, the newest first. */
export const accessTokens = fieldOf('access-tokens', accessTokenOperations.listAccessTokens, 'tokens')

const change = changing(accessTokens, securityEvents)

/** Makes an access token. Its secret is in this answer only, and is stored nowhere. */
export const makeAccessToken = (body: CreateAccessTokenRequest) =>
  change(accessTokenOperations.createAccessToken, { body })

export const endAccessToken = (id: string) => change(accessTokenOperations.endAccessToken, { params: { id } })

/** Signs the member out everywhere but here, which ends the tokens too. */
export const endAllOthers = async (): Promise<void> => {
  await endOtherSessions()
  await refreshDocument(accessTokens)
}
