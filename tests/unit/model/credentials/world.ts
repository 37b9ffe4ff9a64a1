import { startCredentialCompletion } from '../../../../api/credentials/credential-completion.ts'
import { createCredentialLedger } from '../../../../api/credentials/credential-ledger.ts'
import { createCredentials } from '../../../../api/credentials/credentials.ts'
import { derivedId } from '../../../../events/ids.ts'
import type { Core, Part } from '../core.ts'
import type { CredentialIntent, CredentialProcess } from './intents.ts'
import { issuer, PUBLIC_URL, type CredentialStores } from './stores.ts'

export const startCredentials = (
  { store, clock, log, views, recorded }: Core,
  { rows, profiles }: CredentialStores,
): Part<CredentialIntent, CredentialProcess> => {
  const ledger = createCredentialLedger({ store, clock })
  const credentials = createCredentials({ rows, profiles, issuer, ledger, publicUrl: PUBLIC_URL, clock })
  return {
    take: async (intent) => {
      const { member } = intent
      switch (intent.do) {
        case 'issue credential':
          return (await credentials.issue(member, intent.type)).made ? 'made' : 'current'
        case 'revoke credential': {
          const { by, type, place } = intent
          const known = views()
            .credentials()
            .find((one) => one.memberId === member && one.type === type && one.place === place)
          await credentials.revoke(by, known?.id ?? derivedId('unknown'))
          return 'done'
        }
        case 'change profile':
          await profiles.update(member, { display_name: intent.name })
          return 'done'
      }
    },
    processes: {
      'complete credentials': () =>
        startCredentialCompletion({
          rows: { unrecorded: recorded((...given) => rows.unrecorded(...given)) },
          profiles: { stale: recorded((...given) => profiles.stale(...given)) },
          credentials: {
            record: recorded((...given) => credentials.record(...given)),
            refreshProfile: recorded((...given) => credentials.refreshProfile(...given)),
          },
          clock,
          log,
        }),
    },
  }
}

/** What the ledger lacks of the rows, and members with two credentials of a type in force. */
export const checkCredentials = (stores: CredentialStores, { idle }: { readonly idle: boolean }): void => {
  const inForce = new Set<string>()
  for (const { id, memberId, type, issuePosition, revokedAt, revokePosition } of stores.all()) {
    if (idle && (issuePosition === null || (revokedAt === null) !== (revokePosition === null)))
      throw new Error(`Credential ${id} is not all in the ledger`)
    if (revokedAt !== null) continue
    if (inForce.has(`${memberId} ${type}`))
      throw new Error(`Two credentials ${type} of ${memberId} are in force`)
    inForce.add(`${memberId} ${type}`)
  }
}
