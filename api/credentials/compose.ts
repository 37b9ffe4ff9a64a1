import { createKeyWrapping } from '../keys/key-wrapping.ts'
import { rewrapOnce } from '../identity/rewrap.ts'
import { owedNothing, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { createProfiles, type Profiles } from '../identity/profiles.ts'
import { startCredentialCompletion } from './credential-completion.ts'
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

/** The area of credentials, with what the profile needs of it. */
export interface CredentialsPart extends Area {
  readonly profiles: Profiles
  readonly rows: CredentialRows
  readonly credentials: Credentials
}

/** Composes decentralized identity and credentials: routes, and the process that finishes what a crash interrupted. */
export const composeCredentials = ({
  config: { publicUrl, keyEncryptionKeys },
  pool,
  ledger: { store },
  members,
  // The real time, because outside verifiers use it.
  realClock: clock,
  log,
}: Pick<Platform, 'config' | 'pool' | 'ledger' | 'members' | 'realClock' | 'log'>): CredentialsPart => {
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
    ...owedNothing('credentials are revoked when the account is closed'),
    name: 'credentials',
    purges: [rewrapOnce([keys.rewrap])],
    register: (api) => {
      registerPublicDid(api, { resolver, keys, statusLists })
      registerDid(api, { resolver, rows, credentials, views, issuer })
    },
    processes: () => [startCredentialCompletion({ rows, profiles, credentials, clock, log })],
  }
}
