import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { ApiRouter } from '../http/operation.ts'
import type { Logger } from '../http/logger.ts'
import { createKeyWrapping } from '../identity/key-wrapping.ts'
import type { Members } from '../identity/members.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import { createProfiles, type Profiles } from '../profile/profiles.ts'
import { createCredentialLedger } from './credential-ledger.ts'
import { createCredentialRows, type CredentialRows } from './credential-rows.ts'
import { createCredentials, type Credentials } from './credentials.ts'
import { createIssuer } from './issuer.ts'
import { createDidKeys } from './keys.ts'
import { registerPublicDid } from './public-routes.ts'
import { createDidResolver } from './resolve.ts'
import { registerDid } from './routes.ts'
import { createStatusLists } from './status-lists.ts'
import { createCredentialViews } from './views.ts'

export interface DidParts {
  readonly pool: Pool
  readonly store: EventStore
  readonly members: Pick<Members, 'byId'>
  /** Origin that members see; its host is the issuer's did:web. */
  readonly publicUrl: string
  readonly keyEncryptionKeys: readonly string[]
  readonly clock: Clock
  readonly log: Logger
}

export interface DidPart {
  readonly profiles: Profiles
  readonly rows: CredentialRows
  readonly credentials: Credentials
  readonly register: (api: ApiRouter) => void
  /** Finishes what a process that died has begun. */
  readonly startProcess: () => Recurring
  /** See {@link import('./keys.ts').DidKeys.rewrap}. */
  readonly rewrapKeys: () => Promise<number>
}

const EVERY_MS = 5_000
/** What is younger is being worked on by the call that began it. */
const LEFT_AFTER_MS = 10_000
const BATCH = 50

/** Decentralized identity and credentials as one thing. */
export const composeDid = (parts: DidParts): DidPart => {
  const { pool, store, members, publicUrl, keyEncryptionKeys, clock, log } = parts
  const keys = createDidKeys({ pool, wrapping: createKeyWrapping(keyEncryptionKeys), clock })
  const issuer = createIssuer({ publicUrl, keys })
  const rows = createCredentialRows(pool)
  const profiles = createProfiles(pool)
  const statusLists = createStatusLists({ pool, issuer, publicUrl, clock })
  const ledger = createCredentialLedger({ store, clock })
  const credentials = createCredentials({ rows, profiles, issuer, ledger, publicUrl, clock })
  const resolver = createDidResolver({ pool, publicUrl, members, keys })
  const views = createCredentialViews({ keys, statusLists, publicUrl, clock })

  return {
    profiles,
    rows,
    credentials,
    rewrapKeys: keys.rewrap,
    register: (api) => {
      registerPublicDid(api, { resolver, keys, statusLists })
      registerDid(api, { resolver, rows, credentials, views, issuer })
    },
    startProcess: () =>
      recurring({
        name: 'credential completion',
        everyMs: EVERY_MS,
        log,
        round: async () => {
          const left = new Date(clock().getTime() - LEFT_AFTER_MS)
          for (const row of await rows.unrecorded(left, BATCH)) await credentials.record(row)
          for (const memberId of await profiles.stale(BATCH)) await credentials.refreshProfile(memberId)
        },
      }),
  }
}
