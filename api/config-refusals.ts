import { isIP } from 'node:net'
import type { Config } from './config.ts'
import { InvalidConfig } from './invalid-config.ts'

/** Whether only this machine answers under the name or address. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

/**
 * Development signs anybody in without a password and lets anybody turn the clock. Where others could reach it,
 * it does not start: a server on which NODE_ENV was forgotten is to stand still, not open.
 * @throws {InvalidConfig} naming the variable at fault
 */
export const refuseOutsideProduction = ({ publicUrl, host }: Config): void => {
  if (!isLoopback(hostOf(publicUrl)))
    throw new InvalidConfig(
      'PUBLIC_URL must be on this machine (localhost, 127.0.0.1 or [::1]) unless NODE_ENV=production',
    )
  if (!isLoopback(host))
    throw new InvalidConfig(
      'HOST must be an address of this machine alone (localhost, 127.0.0.1 or ::1) unless NODE_ENV=production',
    )
}

/**
 * What may not be on a server with real members and real money.
 * @throws {InvalidConfig} naming the variable at fault
 */
export const refuseInProduction = (config: Config): void => {
  const { publicUrl, identityProvider, seed, role, ledgerLogKey } = config
  const refuse = (problem: string) => {
    throw new InvalidConfig(`${problem} when NODE_ENV=production`)
  }
  if (!publicUrl.startsWith('https:')) refuse('PUBLIC_URL must be https')
  if (identityProvider.kind !== 'external' || !identityProvider.issuer.startsWith('https:'))
    refuse('OIDC_ISSUER must be https')
  if (seed !== 'none') refuse('SEED must be none')
  if (role !== 'api' && ledgerLogKey === null) refuse('LEDGER_LOG_KEY is required')
}
