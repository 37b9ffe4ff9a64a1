import type { Pool } from 'pg'
import { newId, type Clock } from '../../events/ids.ts'
import * as z from 'zod/mini'
import type { Passkey } from '../contract/passkeys.ts'
import {
  type Assertion,
  type Attestation,
  type CreationOptions,
  type RequestOptions,
  Transport,
} from '../contract/passkey-options.ts'
import { inTransaction, rowsChanged } from '../database/database.ts'
import { HttpError } from '../http/errors.ts'
import { holdAccountOpen } from '../identity/account-open.ts'
import type { ToConfirm } from '../http/fresh-sign-in.ts'
import { CHALLENGE_MS, createChallenges } from './challenges.ts'

/** Maximum per member. */
const PASSKEYS_MAX = 20
/** What is confirmed with the challenge of a new passkey; no request's action looks like it. */
const ENROLMENT = 'a new passkey'
/** ES256, EdDSA and RS256 (RFC 9053, RFC 8812): between them every authenticator in use. */
const ALGORITHMS = [-7, -8, -257]

interface Row {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly credential_id: string
  readonly transports: readonly string[]
}

interface KeyRow {
  readonly id: string
  readonly public_key: Uint8Array<ArrayBuffer>
  readonly sign_count: bigint
}

const ClientData = z.object({ challenge: z.string() })

/** The challenge that an answer says it signed; undefined if it cannot be read. */
const challengeIn = (clientDataJson: string): string | undefined => {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString())).challenge
  } catch {
    return undefined
  }
}

const shown = ({
  id,
  name,
  created_at: at,
  last_used_at: used,
}: Omit<Row, 'credential_id' | 'transports'>): Passkey => ({
  id,
  name,
  created_at: at.toISOString(),
  last_used_at: used?.toISOString() ?? null,
})

const descriptorOf = ({ credential_id: id, transports }: Row) => ({
  id,
  type: 'public-key' as const,
  transports: Transport.options.filter((one) => transports.includes(one)),
})

const refused = (): HttpError =>
  new HttpError(
    403,
    'passkey_refused',
    'This confirmation with a passkey is not valid, or no longer. Please try again.',
  )

/** Trying again helps nobody: the counter stays behind. */
const counterWentBack = (): HttpError =>
  new HttpError(
    403,
    'passkey_refused',
    'This passkey has counted backwards, as a copy of it would. Sign in again instead, then remove it in your profile and add a new one.',
  )

/** Loaded when the first passkey is used: most of it reads certificates, which we do not ask for. */
const library = () => import('@simplewebauthn/server')

/** Passkeys in `app.passkey`, and what is signed with them (WebAuthn Level 3). */
export const createPasskeys = ({
  pool,
  clock,
  publicUrl,
}: {
  readonly pool: Pool
  readonly clock: Clock
  /** Origin that members see. */
  readonly publicUrl: string
}) => {
  const challenges = createChallenges({ pool, clock })
  const rpId = new URL(publicUrl).hostname

  const rowsOf = async (memberId: string): Promise<readonly Row[]> => {
    const { rows } = await pool.query<Row>({
      name: 'passkeys-of',
      text: `select id, name, created_at, last_used_at, credential_id, transports from app.passkey
        where member_id = $1 order by created_at, id`,
      values: [memberId],
    })
    return rows
  }

  return {
    list: async (memberId: string): Promise<Passkey[]> => (await rowsOf(memberId)).map(shown),

    /** What the member may confirm the action with; null if they have no passkey. */
    ask: async (toConfirm: ToConfirm): Promise<RequestOptions | null> => {
      const rows = await rowsOf(toConfirm.memberId)
      if (rows.length === 0) return null
      return {
        challenge: await challenges.issue(toConfirm),
        rpId,
        timeout: CHALLENGE_MS,
        allowCredentials: rows.map(descriptorOf),
        userVerification: 'required',
      }
    },

    /** @throws {HttpError} 403 `passkey_refused`: not this member, this session, this action, in time and once */
    confirm: async (assertion: Assertion, toConfirm: ToConfirm): Promise<Date> => {
      const challenge = challengeIn(assertion.response.clientDataJSON)
      if (challenge === undefined || !(await challenges.take(challenge, toConfirm))) throw refused()
      const { rows } = await pool.query<KeyRow>(
        'select id, public_key, sign_count from app.passkey where member_id = $1 and credential_id = $2',
        [toConfirm.memberId, assertion.id],
      )
      const [row] = rows
      if (row === undefined) throw refused()
      const { verifyAuthenticationResponse } = await library()
      const count = await verifyAuthenticationResponse({
        response: { ...assertion, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: publicUrl,
        expectedRPID: rpId,
        credential: {
          id: assertion.id,
          publicKey: new Uint8Array(row.public_key),
          // Compared below, to tell a counter that went back from a signature that is wrong.
          counter: 0,
        },
        requireUserVerification: true,
      }).then(
        ({ verified, authenticationInfo }) => (verified ? authenticationInfo.newCounter : null),
        // It throws at whatever is not as expected; why is of no use to whoever made it up.
        () => null,
      )
      // A copy of the authenticator, used at the same moment, counts the same.
      const at = clock()
      if (count === null) throw refused()
      const used = await rowsChanged(
        pool,
        `update app.passkey set sign_count = $2, last_used_at = $3
         where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
        [row.id, count, at],
      )
      if (used !== 1) throw counterWentBack()
      return at
    },

    /** What the member's browser makes a passkey from. Whether they may is for the caller to decide. */
    begin: async (
      { memberId, session }: Omit<ToConfirm, 'action'>,
      names: { readonly handle: string; readonly name: string },
    ): Promise<CreationOptions> => ({
      challenge: await challenges.issue({ memberId, session, action: ENROLMENT }),
      rp: { id: rpId, name: 'Youtility' },
      user: { id: Buffer.from(memberId).toString('base64url'), name: names.handle, displayName: names.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_MS,
      excludeCredentials: (await rowsOf(memberId)).map(descriptorOf),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
    }),

    /**
     * Adds what was made from `begin`, once; a wait has then served its purpose.
     * @param record called before it is added
     */
    add: async (
      { memberId, session }: Omit<ToConfirm, 'action'>,
      { name, attestation }: { readonly name: string; readonly attestation: Attestation },
      record: () => Promise<void>,
    ): Promise<Passkey> => {
      const challenge = challengeIn(attestation.response.clientDataJSON)
      if (
        challenge === undefined ||
        !(await challenges.take(challenge, { memberId, session, action: ENROLMENT }))
      )
        throw refused()
      const { verifyRegistrationResponse } = await library()
      const { clientDataJSON, attestationObject, transports = [] } = attestation.response
      const info = await verifyRegistrationResponse({
        response: {
          ...attestation,
          response: { clientDataJSON, attestationObject },
          clientExtensionResults: {},
        },
        expectedChallenge: challenge,
        expectedOrigin: publicUrl,
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).then(
        ({ verified, registrationInfo }) => (verified ? registrationInfo : undefined),
        () => undefined,
      )
      if (info === undefined) throw refused()
      const { id: credentialId, publicKey, counter } = info.credential
      const row = { id: newId(), name, created_at: clock(), last_used_at: null }
      await record()
      await inTransaction(pool, async (client) => {
        await holdAccountOpen(client, memberId)
        const { rowCount } = await client.query(
          `insert into app.passkey
             (id, member_id, credential_id, public_key, sign_count, transports, name, created_at)
           select $1, $2, $3, $4, $5, $6, $7, $8
           where (select count(*) from app.passkey where member_id = $2) < ${PASSKEYS_MAX}
           on conflict (credential_id) do nothing`,
          [row.id, memberId, credentialId, Buffer.from(publicKey), counter, transports, name, row.created_at],
        )
        if (rowCount === 0)
          throw new HttpError(
            409,
            'passkey_not_added',
            `This passkey is known already, or you have ${PASSKEYS_MAX}. Remove one first.`,
          )
        await client.query('delete from app.passkey_wait where member_id = $1', [memberId])
      })
      return shown(row)
    },

    /** @throws {HttpError} 404 it is not a passkey of the member */
    remove: async (memberId: string, id: string): Promise<void> => {
      const removed = await rowsChanged(pool, 'delete from app.passkey where member_id = $1 and id = $2', [
        memberId,
        id,
      ])
      if (removed === 0) throw new HttpError(404, 'passkey_not_found', 'You have no such passkey any more.')
    },

    purge: challenges.purge,
  }
}
export type Passkeys = ReturnType<typeof createPasskeys>
