import { createHash, randomUUID } from 'node:crypto'
import { DAY_MS, dayOf } from '../../events/calendar.ts'
import type { CredentialCommand } from '../../events/credentials/credential.ts'
import type { Clock } from '../../events/ids.ts'
import { didWebOf } from '../contract/credential-verifier/did-web.ts'
import type { CredentialType, IssuedType } from '../contract/credentials.ts'
import { HttpError } from '../http/errors.ts'
import { didOf } from '../identity/identifier.ts'
import { claimsAre, claimsOf } from './profile-claims.ts'
import { sharedOf, type ProfileRow, type Profiles } from '../identity/profiles.ts'
import type { CredentialLedger } from './credential-ledger.ts'
import type { CredentialRow, CredentialRows, NewCredential, RevokeReason } from './credential-rows.ts'
import type { Issuer } from './issuer.ts'
import { statusEntry } from './status-lists.ts'

/** A ProfileCredential is valid for a year; a membership credential until membership ends. */
const PROFILE_VALID_MS = 365 * DAY_MS
/** A conflict only arises between two tabs of one member. */
const ATTEMPTS_MAX = 5

/** Issues, replaces and revokes members' credentials. */
export interface Credentials {
  /** Returns the current credential, or issues a new one when there is none or its claims are out of date. */
  readonly issue: (
    memberId: string,
    type: CredentialType,
  ) => Promise<{ readonly row: CredentialRow; readonly made: boolean }>
  /** Issues the credential of a member who was verified: that they are over 18, and what country their document is of. */
  readonly issueIdentity: (
    memberId: string,
    says: { readonly country: string | null; readonly validUntil: Date },
  ) => Promise<void>
  /** Revokes credentials of members whose verification has lapsed at `now`, the time of the business. */
  readonly lapsed: (now: Date, limit: number) => Promise<readonly CredentialRow[]>
  /** Revokes one of them. */
  readonly revokeLapsed: (row: CredentialRow) => Promise<unknown>
  /** Irreversible. @throws {HttpError} 404 the member has no credential with this id */
  readonly revoke: (memberId: string, id: string) => Promise<CredentialRow>
  /** @throws {HttpError} 404 the member has no credential with this id */
  readonly read: (memberId: string, id: string) => Promise<CredentialRow>
  /** Reissues the ProfileCredential after a change of the profile; a member without one gets none. */
  readonly refreshProfile: (memberId: string) => Promise<void>
  /** Revokes all of a member's credentials and records it in the ledger. */
  readonly revokeAll: (memberId: string, reason: RevokeReason) => Promise<void>
  /** Appends to the ledger what it lacks of this credential. */
  readonly record: (row: CredentialRow) => Promise<void>
}

/** What a credential is to say, and until when. */
interface Content {
  readonly type: IssuedType
  readonly claims: object
  readonly validUntil: Date | null
}

/** SHA-256 of the document's JSON, base64url. */
export const documentHash = (document: unknown): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('base64url')

const notFound = () => new HttpError(404, 'credential_not_found', 'You have no credential with this id.')

export const createCredentials = ({
  rows,
  profiles,
  issuer,
  ledger,
  publicUrl,
  clock,
}: {
  readonly rows: CredentialRows
  readonly profiles: Profiles
  readonly issuer: Issuer
  readonly ledger: CredentialLedger
  readonly publicUrl: string
  readonly clock: Clock
}): Credentials => {
  const write = async (id: string, actor: string, what: 'issue' | 'revoke', command: CredentialCommand) => {
    const { position } = await ledger.record(id, command, actor)
    await rows.recorded(id, what, position)
  }

  const record: Credentials['record'] = async (row) => {
    const { id, memberId, type, documentHash: hash, statusList, statusIndex, revokeReason } = row
    if (row.issuePosition === null)
      await write(id, memberId, 'issue', {
        type: 'issue',
        credentialId: id,
        memberId,
        credentialType: type,
        documentHash: hash,
        statusList,
        statusIndex,
      })
    if (revokeReason !== null && row.revokePosition === null)
      await write(id, memberId, 'revoke', { type: 'revoke', reason: revokeReason })
  }

  const read: Credentials['read'] = async (memberId, id) => {
    const row = await rows.ofMember(memberId, id)
    if (!row) throw notFound()
    return row
  }

  const revokeFor = async ({ id, memberId }: CredentialRow, reason: RevokeReason): Promise<CredentialRow> => {
    await rows.revoke(id, reason, clock())
    await record(await read(memberId, id))
    return read(memberId, id)
  }

  // The issuer's DID contains the host: after a move to another host the old name can no longer be verified.
  const isOurs = (row: CredentialRow): boolean => row.document.issuer === didWebOf(publicUrl)

  const holds = (row: CredentialRow, profile: ProfileRow): boolean =>
    isOurs(row) &&
    (row.validUntil === null || row.validUntil > clock()) &&
    (row.type !== 'ProfileCredential' || claimsAre(row.document.credentialSubject, sharedOf(profile)))

  const contentOf = (profile: ProfileRow, type: CredentialType): Content =>
    type === 'ProfileCredential'
      ? {
          type,
          claims: claimsOf(sharedOf(profile)),
          validUntil: new Date(clock().getTime() + PROFILE_VALID_MS),
        }
      : { type, claims: { memberSince: dayOf(profile.created_at) }, validUntil: null }

  const make = async (profile: ProfileRow, { type, claims, validUntil }: Content): Promise<NewCredential> => {
    const id = randomUUID()
    const now = clock()
    const place = await rows.freePlace()
    const document = await issuer.sign({
      id: `urn:uuid:${id}`,
      type,
      credentialSubject: { id: didOf(profile.id), ...claims },
      validFrom: now,
      validUntil,
      credentialStatus: statusEntry(publicUrl, place.statusList, place.statusIndex),
    })
    return {
      ...place,
      id,
      memberId: profile.id,
      type,
      document,
      documentHash: documentHash(document),
      validUntil,
      issuedAt: now,
    }
  }

  /** Returns the current credential if it is `wanted`, else replaces it. */
  const ensure = async (
    memberId: string,
    type: IssuedType,
    wanted: (current: CredentialRow, profile: ProfileRow) => boolean,
    content: (profile: ProfileRow) => Content,
  ): ReturnType<Credentials['issue']> => {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const profile = await profiles.read(memberId)
      if (!profile) break
      const current = await rows.current(memberId, type)
      if (current && wanted(current, profile)) {
        await record(current)
        return { row: current, made: false }
      }
      if (current) await revokeFor(current, 'superseded')
      const made = await make(profile, content(profile))
      if (!(await rows.insert(made))) continue
      const row = await read(memberId, made.id)
      await record(row)
      return { row, made: true }
    }
    throw new HttpError(409, 'conflict', 'Something else changed this at the same moment. Please try again.')
  }

  const issue: Credentials['issue'] = (memberId, type) =>
    ensure(memberId, type, holds, (profile) => contentOf(profile, type))

  return {
    issue,
    issueIdentity: async (memberId, { country, validUntil }) => {
      const claims = { over18: true, ...(country !== null && { country }) }
      await ensure(
        memberId,
        'IdentityCredential',
        (current) => isOurs(current) && current.validUntil?.getTime() === validUntil.getTime(),
        () => ({ type: 'IdentityCredential', claims, validUntil }),
      )
    },
    lapsed: (now, limit) => rows.ended('IdentityCredential', now, limit),
    revokeLapsed: (row) => revokeFor(row, 'lapsed'),
    read,
    record,
    revoke: async (memberId, id) => revokeFor(await read(memberId, id), 'member'),
    refreshProfile: async (memberId) => {
      const profile = await profiles.read(memberId)
      if (!profile?.credential_stale) return
      if (await rows.current(memberId, 'ProfileCredential')) await issue(memberId, 'ProfileCredential')
      await profiles.settled(memberId, profile.revision)
    },
    revokeAll: async (memberId, reason) => {
      await rows.revokeAll(memberId, reason, clock())
      for (const row of await rows.unrecordedOf(memberId)) await record(row)
    },
  }
}
