import { createECDH, createHash } from 'node:crypto'
import type { PlatformKeys } from '../keys/platform-keys.ts'

/** By which push services know who sends (RFC 8292): a key pair of P-256, base64url. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** Of 2^32 keys one is no scalar of the curve: its hash is. */
const pairOf = (secret: Buffer): VapidKeys => {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(secret)
  } catch {
    return pairOf(createHash('sha256').update(secret).digest())
  }
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

/** The key pair of this installation, made at its first use and kept. */
export const vapidKeysOf = async (keys: PlatformKeys): Promise<VapidKeys> => {
  const [newest] = await keys.of('web push')
  return pairOf(newest)
}
