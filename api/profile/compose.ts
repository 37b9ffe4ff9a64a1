import { dayOf } from '../../events/calendar.ts'
import { formatMinor } from '../../events/money.ts'
import type { CredentialsPart } from '../credentials/compose.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import { operations } from '../contract/operations.ts'
import { CONFIRM_HANDLE } from '../contract/profile.ts'
import { assertAccountOpen } from '../identity/account-open.ts'
import type { PersonalData } from '../identity/personal-data.ts'
import { EMPTY_AREA, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { untilNextDue } from '../processes/next-due.ts'
import { CATCH_UP_MS } from '../http/reading.ts'
import { recurring } from '../processes/recurring.ts'
import type { TransferRequests } from '../requests/transfer-requests.ts'
import { createErasure, type Erasure } from './erasure.ts'
import { exportOf } from './export.ts'
import { ledgerData } from './ledger-data.ts'
import { createClosings, refused, type Closings } from './closing.ts'
import { identityData } from './personal-data.ts'
import type { Profiles } from '../identity/profiles.ts'
import { registerProfile } from './routes.ts'

type ProfilePlatform = Pick<
  Platform,
  | 'config'
  | 'pool'
  | 'heavyPool'
  | 'ledger'
  | 'clock'
  | 'realClock'
  | 'log'
  | 'members'
  | 'messageKeys'
  | 'sessions'
  | 'formerMembers'
  | 'standings'
  | 'waitFor'
>

interface ProfileNeeds {
  readonly credentials: CredentialsPart
  readonly requests: TransferRequests
  /** Personal data of the areas, in the order of erasure; the profile adds the ledger's and identity's. */
  readonly personalData: readonly PersonalData[]
  /** All areas, to be asked about closing an account. */
  readonly areas: () => readonly Area[]
}

/** The profile, with the check for sign-in. */
interface ProfilePart extends Area {
  /** @throws {HttpError} 409 while the account is being closed */
  readonly assertOpen: (memberId: string) => Promise<void>
}

const EVERY_MS = 5_000
const BATCH = 20
const NEXT_ERASURE = {
  name: 'erasure-next',
  text: `select min(next_at) as at from app.erasure where step <> 'done'`,
}

const registerAccount = (
  api: ApiRouter,
  { heavyPool, ledger, messageKeys, sessions, realClock: clock }: ProfilePlatform,
  {
    areas,
    profiles,
    erasure,
    closings,
  }: {
    readonly areas: readonly PersonalData[]
    readonly profiles: Profiles
    readonly erasure: Erasure
    readonly closings: Closings
  },
): void => {
  registerOperation(
    api,
    operations.exportIdentityData,
    async ({ member }) => {
      const now = clock()
      const data = await exportOf(
        { pool: heavyPool, store: ledger.store, messageKeys, areas },
        member.id,
        now,
      )
      const name = `youtility-identity-data-${dayOf(now)}.json`
      return reply(data, { headers: { 'Content-Disposition': `attachment; filename="${name}"` } })
    },
    { limit: api.limits.money },
  )

  registerOperation(api, operations.getClosing, async ({ member }) => {
    const { obstacles, owed } = await closings.of(member.id)
    return { obstacles: [...obstacles], owed_usd: formatMinor('USD', owed) }
  })

  registerOperation(
    api,
    operations.closeAccount,
    async ({ member, body, ctx }) => {
      const profile = await profiles.read(member.id)
      if (!profile) throw new HttpError(401, 'not_signed_in', 'Please sign in.')
      if (body.handle.replace(/^@/, '').toLowerCase() !== profile.handle)
        throw new HttpError(422, 'handle_not_confirmed', CONFIRM_HANDLE, {
          fields: { handle: CONFIRM_HANDLE },
        })
      const left = refused((await closings.of(member.id)).obstacles)
      if (left) throw left
      await erasure.close(member.id)
      sessions.signOut(ctx)
      ctx.set('Clear-Site-Data', '"cache"')
      return { closed: true as const }
    },
    { limit: api.limits.money, changesSession: true },
  )
}

/** Composes the profile, the export of personal data, and the closing of accounts. */
export const composeProfile = (
  platform: ProfilePlatform,
  { credentials: part, requests, personalData, areas: composed }: ProfileNeeds,
): ProfilePart => {
  const { config, pool, ledger, messageKeys, realClock, log } = platform
  const { profiles, rows, credentials } = part
  // Identity comes last: the data of all others is found by the member's id.
  const areas = [...personalData, ledgerData(messageKeys), identityData(platform.formerMembers)]
  const closings = createClosings(
    { wallets: ledger.wallets, head: () => ledger.store.head(), waitFor: platform.waitFor },
    composed,
  )
  const erasure = createErasure({
    settle: closings.settle,
    pool,
    store: ledger.store,
    wallets: ledger.wallets,
    requests,
    credentials,
    messageKeys,
    areas,
    // The real time, as sessions and outside verifiers use it.
    clock: realClock,
    ledgerClock: platform.clock,
    onErased: (memberId) => {
      platform.members.invalidate(memberId)
      platform.sessions.invalidateOf(memberId)
    },
  })
  return {
    assertOpen: (memberId) => assertAccountOpen(pool, memberId),
    register: (api) => {
      const { publicUrl, operatorContact: contact, operatorDetails, unverifiedLimitCents } = config
      registerOperation(api, operations.getOperator, () => ({
        contact,
        ...operatorDetails,
        unverified_cents: Number(unverifiedLimitCents),
      }))
      const { isClosed } = erasure
      registerProfile(api, {
        pool,
        members: platform.members,
        clock: realClock,
        formerMembers: platform.formerMembers,
        standings: platform.standings,
        publicUrl,
        profiles,
        credentials,
        rows,
        isClosed,
      })
      registerAccount(api, platform, { areas, profiles, erasure, closings })
    },
    ...EMPTY_AREA,
    name: 'profile',
    obstacles: { never: 'a profile holds no money' },
    settle: { never: 'a profile holds no money' },
    processes: async () => {
      // Before requests are served: a restored database may contain members whom the log says were erased.
      await platform.waitFor(await ledger.store.head(), CATCH_UP_MS, ['wallet'])
      const count = await erasure.reapply()
      if (count > 0) log.warn({ count }, 'Members of a restored backup were erased again')
      return [
        recurring({
          name: 'account closing',
          everyMs: EVERY_MS,
          wokenBy: ['erasures'],
          log,
          round: async () => {
            await erasure.finish(BATCH)
            return untilNextDue(pool, realClock, NEXT_ERASURE)
          },
        }),
      ]
    },
  }
}
