import * as z from 'zod/mini'
import { openEnums } from './open.ts'

/** How a browser reaches an authenticator (WebAuthn Level 3, 5.8.4). */
export const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
export type Transport = z.infer<typeof Transport>

const Base64Url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'), z.maxLength(4_096))

const credential = <Response extends z.ZodMiniType>(response: Response) =>
  z.object({ id: Base64Url, rawId: Base64Url, type: z.literal('public-key'), response })

/** A credential's answer to a challenge, as `PublicKeyCredential.toJSON()` writes it (WebAuthn Level 3, 5.1). */
export const Assertion = credential(
  z.object({ clientDataJSON: Base64Url, authenticatorData: Base64Url, signature: Base64Url }),
)
export type Assertion = z.infer<typeof Assertion>

/** A new credential, as `PublicKeyCredential.toJSON()` writes it. */
export const Attestation = credential(
  z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
  }),
)
export type Attestation = z.infer<typeof Attestation>

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: openEnums(Transport),
})

/** What a browser makes a passkey from (`PublicKeyCredentialCreationOptionsJSON`). */
export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.infer<typeof CreationOptions>

/** What a browser has a passkey sign (`PublicKeyCredentialRequestOptionsJSON`). */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(Descriptor),
  userVerification: z.literal('required'),
})
export type RequestOptions = z.infer<typeof RequestOptions>
