import { vi } from 'vitest'

/** What a device without a real authenticator answers. */
type Answer = { readonly id: string; readonly verified: boolean } | typeof DECLINES
export const DECLINES = 'declines'

/** Flags of WebAuthn Level 3, 6.1: somebody touched it, and it knows who. */
const PRESENT = 0x01
const VERIFIED = 0x04

/** From now on this device has passkeys that answer so. Returns what was asked last. */
export const answersAs = (answer: Answer): (() => PublicKeyCredentialRequestOptions | undefined) => {
  let asked: PublicKeyCredentialRequestOptions | undefined
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      get: async ({ publicKey }: CredentialRequestOptions) => {
        asked = publicKey
        if (answer === DECLINES) throw new DOMException('declined', 'NotAllowedError')
        const authenticatorData = new Uint8Array(37)
        authenticatorData[32] = answer.verified ? PRESENT | VERIFIED : PRESENT
        return {
          id: answer.id,
          rawId: new Uint8Array(8).buffer,
          type: 'public-key',
          authenticatorAttachment: 'platform',
          response: {
            authenticatorData: authenticatorData.buffer,
            clientDataJSON: new Uint8Array(2).buffer,
            signature: new Uint8Array(2).buffer,
          },
          getClientExtensionResults: () => ({}),
        }
      },
    },
  })
  return () => asked
}

export const withoutPasskeys = (): void => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
}
