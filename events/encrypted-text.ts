import * as z from 'zod'

/** A member's text, encrypted with a key stored outside the ledger, so that it can be erased. base64url parts. */
export const EncryptedText = z.strictObject({ keyId: z.string(), nonce: z.string(), ciphertext: z.string() })
export type EncryptedText = z.infer<typeof EncryptedText>
