import { generateKeyPairSync, randomBytes } from 'node:crypto'
import path from 'node:path'
import * as z from 'zod/mini'
import { readOrMake } from '../../config/secret-file.ts'

const Keys = z.object({
  clientSecret: z.string(),
  cookieKey: z.string(),
  jwk: z.record(z.string(), z.string()),
})
export type ProviderKeys = z.infer<typeof Keys>

const makeKeys = (): string => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }
  return JSON.stringify({
    clientSecret: randomBytes(32).toString('base64url'),
    cookieKey: randomBytes(32).toString('base64url'),
    jwk,
  })
}

/** Keys of the development provider, stored so that a restart during a sign-in breaks nothing. */
export const providerKeys = (dataDir: string): ProviderKeys =>
  Keys.parse(JSON.parse(readOrMake(path.join(dataDir, 'identity-provider.json'), makeKeys)))
