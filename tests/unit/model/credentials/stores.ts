import type { IssuedType } from '../../../../api/contract/credentials.ts'
import { didWebOf } from '../../../../api/contract/credential-verifier/did-web.ts'
import type {
  CredentialRow,
  CredentialRows,
  NewCredential,
  RevokeReason,
} from '../../../../api/credentials/credential-rows.ts'
import type { Issuer } from '../../../../api/credentials/issuer.ts'
import type { ProfileRow, Profiles } from '../../../../api/identity/profiles.ts'
import { OutcomeUnknown, StoreUnavailable } from '../../../../events/store/event-store.ts'
import type { Fault } from '../../../support/memory-store.ts'
import { never } from '../core.ts'
import { MEMBERS } from '../members.ts'

export const PUBLIC_URL = 'https://youtility.example'

/** Signs nothing: the ledger has only hashes. */
export const issuer: Issuer = {
  sign: async ({ id, type, credentialSubject, validFrom }) => ({
    '@context': [],
    id,
    type: [type],
    issuer: didWebOf(PUBLIC_URL),
    validFrom: validFrom.toISOString(),
    credentialSubject: { id: '', ...credentialSubject },
    proof: { type: 'none', verificationMethod: 'none', proofValue: 'none' },
  }),
  signJwt: never,
}

const profileOf = (id: string): ProfileRow => ({
  id,
  handle: 'handle',
  email: 'mail@youtility.example',
  picture: null,
  display_name: null,
  name: null,
  organization: null,
  title: null,
  bio: null,
  website_url: null,
  phone_endpoint: null,
  shared: ['display_name'],
  handle_changed_at: null,
  created_at: new Date(0),
  credential_stale: false,
  revision: 0,
})

/** The rows of credentials and profiles in memory; each call may fail before or after it is done. */
export const createCredentialStores = (faultOf: () => Fault) => {
  const rows = new Map<string, CredentialRow>()
  const profiles = new Map(MEMBERS.map((id) => [id, profileOf(id)]))
  let places = 0

  /** Calls of a database that fails. */
  const failing =
    <Args extends readonly unknown[], T>(work: (...args: Args) => T) =>
    async (...args: Args): Promise<T> => {
      // Others get a turn, as while a database is asked.
      await Promise.resolve()
      const fault = faultOf()
      if (fault === 'unavailable') throw new StoreUnavailable('The database is down')
      if (fault === 'request_lost') throw new OutcomeUnknown('the database')
      const answer = work(...args)
      if (fault !== 'none') throw new OutcomeUnknown('the database')
      return answer
    }
  const found = (isWanted: (row: CredentialRow) => boolean): CredentialRow[] =>
    [...rows.values()].filter(isWanted)
  const change = (id: string, by: Partial<CredentialRow>): void => {
    const row = rows.get(id)
    if (row) rows.set(id, { ...row, ...by })
  }
  const lacks = ({ issuePosition, revokedAt, revokePosition }: CredentialRow): boolean =>
    issuePosition === null || (revokedAt !== null && revokePosition === null)
  const current = (memberId: string, type: IssuedType): CredentialRow | undefined =>
    found((row) => row.memberId === memberId && row.type === type && row.revokedAt === null)[0]

  const credentialRows: CredentialRows = {
    freePlace: failing(() => ({ statusList: 1, statusIndex: (places += 1) })),
    insert: failing((made: NewCredential) => {
      if (current(made.memberId, made.type)) return false
      const state = { issuePosition: null, revokedAt: null, revokeReason: null, revokePosition: null }
      rows.set(made.id, { ...made, ...state })
      return true
    }),
    current: failing(current),
    ofMember: failing(
      (memberId: string, id: string) => found((row) => row.id === id && row.memberId === memberId)[0],
    ),
    revoke: failing((id: string, reason: RevokeReason, at: Date) => {
      if (rows.get(id)?.revokedAt === null) change(id, { revokedAt: at, revokeReason: reason })
    }),
    recorded: failing((id: string, what: 'issue' | 'revoke', position: bigint) =>
      change(id, what === 'issue' ? { issuePosition: position } : { revokePosition: position }),
    ),
    unrecorded: failing((olderThan: Date, limit: number) =>
      found((row) => lacks(row) && row.issuedAt < olderThan).slice(0, limit),
    ),
    unrecordedOf: failing((memberId: string) => found((row) => row.memberId === memberId && lacks(row))),
    newest: never,
    ended: never,
    page: never,
    revokeAll: never,
    forget: never,
  }

  const credentialProfiles: Profiles = {
    read: failing((memberId: string) => profiles.get(memberId)),
    update: failing((memberId: string, { display_name: name }) => {
      const known = profiles.get(memberId)
      if (!known) return
      const revision = known.revision + 1
      profiles.set(memberId, {
        ...known,
        display_name: name ?? known.display_name,
        credential_stale: true,
        revision,
      })
    }),
    settled: failing((memberId: string, revision: number) => {
      const known = profiles.get(memberId)
      if (known?.revision === revision) profiles.set(memberId, { ...known, credential_stale: false })
    }),
    stale: failing((limit: number) =>
      [...profiles.values()]
        .filter(({ credential_stale: isStale }) => isStale)
        .map(({ id }) => id)
        .slice(0, limit),
    ),
  }

  return { rows: credentialRows, profiles: credentialProfiles, all: () => [...rows.values()] }
}
export type CredentialStores = ReturnType<typeof createCredentialStores>
