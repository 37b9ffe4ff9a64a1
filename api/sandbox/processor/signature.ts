import { createHmac, timingSafeEqual } from 'node:crypto'
import { InvalidWebhook, WEBHOOK_TOLERANCE_SECONDS } from '../../deposits/processor.ts'

/** Header of the sandbox's webhooks: `t=<seconds>,v1=<hex HMAC-SHA256 of "<seconds>.<body>">`. */
export const SIGNATURE_HEADER = 'sandbox-signature'

const hmac = (secret: string, seconds: string, body: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()

/** Signs a body as of `now`. */
export const sign = (secret: string, body: Buffer, now: Date): string => {
  const seconds = String(Math.floor(now.getTime() / 1_000))
  return `t=${seconds},v1=${hmac(secret, seconds, body).toString('hex')}`
}

const HEADER = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/**
 * Checks that `body` was signed with `secret`, and not long ago.
 * @throws {InvalidWebhook}
 */
export const verify = (secret: string, body: Buffer, header: unknown, now: Date): void => {
  const match = typeof header === 'string' ? HEADER.exec(header) : null
  const [, seconds = '', signature = ''] = match ?? []
  if (!match || !timingSafeEqual(hmac(secret, seconds, body), Buffer.from(signature, 'hex')))
    throw new InvalidWebhook('signature')
  if (Math.abs(now.getTime() / 1_000 - Number(seconds)) > WEBHOOK_TOLERANCE_SECONDS)
    throw new InvalidWebhook('too_old')
}
