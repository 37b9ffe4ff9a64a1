import * as z from 'zod/mini'

/** The ways to identify another member. */
export type Identifier =
  | { readonly kind: 'handle'; readonly handle: string }
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'id'; readonly id: string }

const DID = /^did:youtility:(.+)$/i
const HANDLE = /^@?([a-z0-9_]{3,30})$/i
const EMAIL = /^[^\s@\0]+@[^\s@\0]+$/
const UUID = z.uuid()

export const didOf = (memberId: string): string => `did:youtility:${memberId}`

/** Parses a handle (with or without @), an e-mail address or a DID, ignoring case; null when it is none of them. */
export const parseIdentifier = (text: string): Identifier | null => {
  const trimmed = text.trim()
  const id = DID.exec(trimmed)?.[1]
  if (id !== undefined) return UUID.safeParse(id).success ? { kind: 'id', id: id.toLowerCase() } : null
  const handle = HANDLE.exec(trimmed)?.[1]
  if (handle !== undefined) return { kind: 'handle', handle: handle.toLowerCase() }
  return EMAIL.test(trimmed) ? { kind: 'email', email: trimmed.toLowerCase() } : null
}
