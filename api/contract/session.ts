import * as z from 'zod/mini'
import { Id } from './fields.ts'
import { operation } from './operation.ts'

/** The signed-in member. */
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

/** What the identity provider sent back in the query of the callback page: a code, or an error. */
export const SignInReturn = z.strictObject({
  code: z.string('No code was provided.').check(z.minLength(1, 'No code was provided.'), z.maxLength(2048)),
  state: z.optional(z.string().check(z.maxLength(512))),
  iss: z.optional(z.string().check(z.maxLength(512))),
})

export const sessionOperations = {
  getCurrentUser: operation({
    id: 'getCurrentUser',
    method: 'GET',
    path: '/api/users/me',
    summary: 'The signed-in member',
    access: 'member',
    response: CurrentUser,
  }),
  getSession: operation({
    id: 'getSession',
    method: 'GET',
    path: '/api/session',
    summary: 'Who is signed in; nobody is an answer too, not an error',
    access: 'public',
    response: z.object({ member: z.nullable(CurrentUser) }),
  }),
  getSignInUrl: operation({
    id: 'getSignInUrl',
    method: 'GET',
    path: '/api/oauth/google/redirect_url',
    summary: 'Where the browser goes to sign in',
    access: 'public',
    changesState: true,
    /** `fresh=1`: the identity provider is to ask anew who it is, before something that a fresh sign-in is needed for. */
    query: z.strictObject({ fresh: z.optional(z.enum(['0', '1'], 'fresh is 0 or 1.')) }),
    response: z.object({ redirectUrl: z.url() }),
  }),
  createSession: operation({
    id: 'createSession',
    method: 'POST',
    path: '/api/sessions',
    summary: 'Exchanges what the identity provider sent back for a session',
    access: 'public',
    body: SignInReturn,
    response: z.object({ user: CurrentUser }),
    status: 201,
  }),
  logout: operation({
    id: 'logout',
    method: 'GET',
    path: '/api/logout',
    summary: 'Ends the session for good; same-origin calls only',
    access: 'public',
    changesState: true,
  }),
  postLogout: operation({
    id: 'postLogout',
    method: 'POST',
    path: '/api/logout',
    summary: 'Ends the session for good, and says where the identity provider’s own session is ended',
    access: 'public',
    /** Null: the provider offers no such place. */
    response: z.object({ redirectUrl: z.nullable(z.url()) }),
  }),
} as const
