import * as z from 'zod'
import { derivedId } from '../ids.ts'

/**
 * Facts of one credential, the stream `credential-{id}`: ids and the hash of the signed document. The document
 * itself is personal data and stays outside; its random id and its signature keep the hash from being guessed.
 */
const STREAM_PREFIX = 'credential-'
export const credentialStream = (credentialId: string): string => `${STREAM_PREFIX}${credentialId}`
export const isCredentialStream = (streamId: string): boolean => streamId.startsWith(STREAM_PREFIX)

const Id = z.uuid()

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), data: z.strictObject(shape) })

export const CredentialEvent = z.discriminatedUnion('type', [
  event('CredentialIssued', {
    credentialId: Id,
    memberId: Id,
    credentialType: z.enum(['YoutilityMemberCredential', 'ProfileCredential']),
    /** SHA-256 of the signed document as it was handed out, base64url. */
    documentHash: z.string().regex(/^[\w-]{43}$/),
    /** Its place in the status lists. */
    statusList: z.int().positive(),
    statusIndex: z.int().nonnegative(),
  }),
  event('CredentialRevoked', {
    credentialId: Id,
    memberId: Id,
    reason: z.enum(['member', 'superseded', 'erased']),
  }),
])
export type CredentialEvent = z.infer<typeof CredentialEvent>
export type CredentialEventOf<Type extends CredentialEvent['type']> = Extract<CredentialEvent, { type: Type }>

/** The schema version that is written. */
export const CREDENTIAL_SCHEMA_VERSION = 1

/**
 * Reads a stored event at the boundary.
 * @throws {Error} naming the event, when it is of a type or shape this code does not know
 */
export const parseCredentialEvent = (stored: {
  id: string
  type: string
  data: unknown
}): CredentialEvent => {
  const parsed = CredentialEvent.safeParse({ type: stored.type, data: stored.data })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(
    `Event ${stored.id} of type ${stored.type} is not a known credential event: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  )
}

/** A credential is issued once and revoked once. */
export const credentialEventId = ({ type, data }: CredentialEvent): string =>
  derivedId(type, data.credentialId)
