import * as z from 'zod/mini'
import { Id } from './fields.ts'
import { anybody, defineOperations, member } from './operation.ts'

export const CurrentUser = z.object({
  id: Id,
  email: z.string(),
  handle: z.string(),
  did: z.string(),
  google_user_data: z.object({
    given_name: z.string(),
    family_name: z.string(),
    name: z.string(),
    picture: z.nullable(z.string()),
  }),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Query parameters that the identity provider sends to the callback page. */
const SignInReturn = z.strictObject({
  code: z.string('No code was provided.').check(z.minLength(1, 'No code was provided.'), z.maxLength(2048)),
  state: z.optional(z.string().check(z.maxLength(512))),
  iss: z.optional(z.string().check(z.maxLength(512))),
})

export const sessionOperations = defineOperations({
  getCurrentUser: member.get('/api/users/me', {
    batchable: true,
    summary: 'The signed-in member',
    response: CurrentUser,
  }),
  getSession: anybody.get('/api/session', {
    summary: 'Who is signed in; nobody is an answer too, not an error',
    response: z.object({ member: z.nullable(CurrentUser) }),
  }),
  getSignInUrl: anybody.get('/api/oauth/google/redirect_url', {
    summary: 'Where the browser goes to sign in',
    changesState: true,
    /**
     * `fresh=1`: the identity provider must authenticate the member again, as some actions require. `other_account=1`:
     * it must not go on with the account that it remembers.
     */
    query: z.strictObject({
      fresh: z.optional(z.enum(['0', '1'], 'fresh is 0 or 1.')),
      other_account: z.optional(z.enum(['0', '1'], 'other_account is 0 or 1.')),
    }),
    response: z.object({ redirectUrl: z.url() }),
  }),
  createSession: anybody.post('/api/sessions', {
    summary: 'Exchanges what the identity provider sent back for a session',
    body: SignInReturn,
    response: z.object({ user: CurrentUser }),
    status: 201,
  }),
  logout: anybody.get('/api/logout', {
    summary: 'Ends the session for good; same-origin calls only',
    changesState: true,
  }),
  postLogout: anybody.post('/api/logout', {
    summary: 'Ends the session for good, and says where the identity provider’s own session is ended',
    /** Null: the provider has no such address. */
    response: z.object({ redirectUrl: z.nullable(z.url()) }),
  }),
})
