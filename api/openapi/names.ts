import * as z from 'zod/mini'
import * as accessTokens from '../contract/access-tokens.ts'
import * as bills from '../contract/bills.ts'
import * as blocked from '../contract/blocked.ts'
import * as contactOperations from '../contract/contact-operations.ts'
import * as contacts from '../contract/contacts.ts'
import * as credentials from '../contract/credentials.ts'
import * as deposits from '../contract/deposits.ts'
import * as deviceUsage from '../contract/device-usage.ts'
import * as devices from '../contract/devices.ts'
import * as errors from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as governance from '../contract/governance.ts'
import * as live from '../contract/live.ts'
import * as members from '../contract/members.ts'
import * as notifications from '../contract/notifications.ts'
import * as open from '../contract/open.ts'
import * as outcomes from '../contract/outcomes.ts'
import * as passkeyOptions from '../contract/passkey-options.ts'
import * as passkeys from '../contract/passkeys.ts'
import * as pools from '../contract/pools.ts'
import * as profile from '../contract/profile.ts'
import * as proof from '../contract/proof.ts'
import * as reports from '../contract/reports.ts'
import * as requests from '../contract/requests.ts'
import * as securityEventKind from '../contract/security-event-kind.ts'
import * as security from '../contract/security.ts'
import * as session from '../contract/session.ts'
import * as token from '../contract/token.ts'
import * as wallet from '../contract/wallet.ts'
import * as withdrawals from '../contract/withdrawals.ts'
import type { JsonSchema } from './portable.ts'
import { schemaOf } from './schemas.ts'

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  accessTokens,
  bills,
  blocked,
  contactOperations,
  contacts,
  credentials,
  deposits,
  deviceUsage,
  devices,
  errors,
  fields,
  governance,
  live,
  members,
  notifications,
  open,
  outcomes,
  passkeyOptions,
  passkeys,
  pools,
  profile,
  proof,
  reports,
  requests,
  securityEventKind,
  security,
  session,
  token,
  wallet,
  withdrawals,
]

/**
 * Generated clients call the parameters of an operation `…Request` and its outcomes `…Response`, so no schema may be
 * called so.
 */
const published = (name: string): string =>
  // What one member asks of another, which is no request in this sense.
  name === 'TransferRequest'
    ? 'RequestedTransfer'
    : name.replace(/Request$/, 'Body').replace(/Response$/, 'Answer')

const isNamed = ({ type, properties, enum: values }: JsonSchema): boolean =>
  type === 'object' ? Object.keys(Object(properties)).length > 0 : Array.isArray(values) && values.length > 1

const MAY_BE_NAMED: ReadonlySet<string> = new Set(['object', 'enum', 'pipe', 'union'])

/** The name under which the contract exports a schema, whatever operation it is in. */
export const contractNames = (): ((schema: JsonSchema) => string | undefined) => {
  const names = new Map<string, string>()
  const exported = MODULES.flatMap((module) => Object.entries(module))
  for (const io of ['output', 'input'] as const)
    for (const [name, value] of exported) {
      // Texts and numbers have no names.
      if (!(value instanceof z.ZodMiniType) || !MAY_BE_NAMED.has(value.def.type)) continue
      const schema = schemaOf(value, io)
      const key = JSON.stringify(schema)
      if (isNamed(schema) && !names.has(key)) names.set(key, published(name))
    }
  return (schema) => names.get(JSON.stringify(schema))
}
