import { createECDH, createHash } from 'node:crypto'
import type { PlatformKeys } from '../keys/platform-keys.ts'

/** Key pair that identifies the sender to push services (RFC 8292), on P-256, base64url. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** One in 2^32 secrets is not a valid scalar of the curve; then its hash is used. */
const pairOf = (secret: Buffer): VapidKeys => {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(secret)
  } catch {
    return pairOf(createHash('sha256').update(secret).digest())
  }
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

/** The key pair of this installation, created at first use and stored. */
export const vapidKeysOf = async (keys: PlatformKeys): Promise<VapidKeys> => {
  const [newest] = await keys.of('web push')
  return pairOf(newest)
}
