import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import type { DidPart } from '../credentials/compose.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation, reply, type ApiRouter } from '../http/operation.ts'
import type { Logger } from '../http/logger.ts'
import { operations } from '../contract/operations.ts'
import { CONFIRM_HANDLE } from '../contract/profile.ts'
import type { MessageKeys } from '../identity/message-keys.ts'
import type { PersonalData } from '../identity/personal-data.ts'
import type { Ledger } from '../ledger.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import { createTransferRequests } from '../requests/transfer-requests.ts'
import type { Sessions } from '../http/sessions.ts'
import { createErasure, type Erasure } from './erasure.ts'
import { exportOf } from './export.ts'
import { closingObstacles } from './obstacles.ts'
import { registerProfile } from './routes.ts'

export interface ProfileParts {
  readonly pool: Pool
  readonly ledger: Pick<Ledger, 'store' | 'wallets'>
  readonly did: DidPart
  readonly messageKeys: MessageKeys
  readonly sessions: Pick<Sessions, 'signOut'>
  /** Of every area, identity last. */
  readonly areas: readonly PersonalData[]
  readonly publicUrl: string
  readonly clock: Clock
  /** What the ledger's facts are dated by. */
  readonly ledgerClock: Clock
  readonly log: Logger
}

export interface ProfilePart {
  readonly register: (api: ApiRouter) => void
  readonly startProcess: () => Recurring
  /** @throws {HttpError} 409 while the account is being closed */
  readonly assertOpen: (memberId: string) => Promise<void>
}

const EVERY_MS = 5_000
const BATCH = 20

const registerAccount = (api: ApiRouter, parts: ProfileParts, erasure: Erasure): void => {
  const { pool, did, areas, sessions, clock } = parts
  const obstaclesOf = (memberId: string) =>
    closingObstacles({ pool, wallets: parts.ledger.wallets, areas }, memberId)

  registerOperation(
    api,
    operations.exportIdentityData,
    async ({ member }) => {
      const now = clock()
      const data = await exportOf({ ...parts, store: parts.ledger.store }, member.id, now)
      const name = `youtility-identity-data-${now.toISOString().slice(0, 10)}.json`
      return reply(data, { headers: { 'Content-Disposition': `attachment; filename="${name}"` } })
    },
    { limit: api.limits.money },
  )

  registerOperation(api, operations.getClosing, async ({ member }) => ({
    obstacles: await obstaclesOf(member.id),
  }))

  registerOperation(
    api,
    operations.closeAccount,
    async ({ member, body, ctx }) => {
      const profile = await did.profiles.read(member.id)
      if (!profile) throw new HttpError(401, 'not_signed_in', 'Please sign in.')
      if (body.handle.replace(/^@/, '').toLowerCase() !== profile.handle)
        throw new HttpError(422, 'handle_not_confirmed', CONFIRM_HANDLE, {
          fields: { handle: CONFIRM_HANDLE },
        })
      const [first, ...others] = await obstaclesOf(member.id)
      if (first)
        throw new HttpError(422, first.code, [first, ...others].map(({ message }) => message).join(' '))
      await erasure.close(member.id)
      sessions.signOut(ctx)
      ctx.set('Clear-Site-Data', '"cache"')
      return { closed: true as const }
    },
    { limit: api.limits.money },
  )
}

/** Profile, export and the end of an account as one thing. */
export const composeProfile = (parts: ProfileParts): ProfilePart => {
  const { pool, ledger, did, publicUrl, clock, ledgerClock, log } = parts
  const erasure = createErasure({
    ...parts,
    store: ledger.store,
    wallets: ledger.wallets,
    requests: createTransferRequests({ store: ledger.store, clock: ledgerClock }),
    credentials: did.credentials,
  })
  return {
    assertOpen: async (memberId) => {
      if (await erasure.isClosed(memberId))
        throw new HttpError(
          409,
          'account_closing',
          'This account is being closed. Please try again in a minute.',
        )
    },
    register: (api) => {
      registerProfile(api, { ...did, pool, clock, publicUrl, isClosed: erasure.isClosed })
      registerAccount(api, parts, erasure)
    },
    startProcess: () =>
      recurring({
        name: 'account closing',
        everyMs: EVERY_MS,
        log,
        round: async () => {
          await erasure.finish(BATCH)
        },
      }),
  }
}
