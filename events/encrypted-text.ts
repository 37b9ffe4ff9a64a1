import * as z from 'zod'

/** A member's words, encrypted with a key kept outside the ledger, so that they can be erased. base64url parts. */
export const EncryptedText = z.strictObject({ keyId: z.string(), nonce: z.string(), ciphertext: z.string() })
export type EncryptedText = z.infer<typeof EncryptedText>
