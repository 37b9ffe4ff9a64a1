import { dayOf } from '../../events/calendar.ts'
import type { CredentialsPart } from '../credentials/compose.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import { operations } from '../contract/operations.ts'
import { assertAccountOpen } from '../identity/account-open.ts'
import type { PersonalData } from '../identity/personal-data.ts'
import { owedNothing, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { createAttempts } from '../processes/attempts.ts'
import { untilNextDue } from '../processes/next-due.ts'
import { CATCH_UP_MS } from '../http/reading.ts'
import { recurring } from '../processes/recurring.ts'
import type { TransferRequests } from '../requests/transfer-requests.ts'
import type { Earning } from '../wallet/earning.ts'
import type { LastPayments } from '../withdrawals/last-payments.ts'
import { closingOf } from './account-closings.ts'
import { registerClosing } from './closing-routes.ts'
import { createErasure } from './erasure.ts'
import { exportOf } from './export.ts'
import { ledgerData } from './ledger-data.ts'
import { createClosings } from './closing.ts'
import { createLeaving } from './leaving.ts'
import { startLeaving } from './leaving-process.ts'
import { identityData } from './personal-data.ts'
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
  | 'closingAccounts'
  | 'waitFor'
>

interface ProfileNeeds {
  readonly credentials: CredentialsPart
  readonly requests: TransferRequests
  readonly payments: LastPayments
  readonly earning: Earning
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

const registerExport = (
  api: ApiRouter,
  { heavyPool, ledger, messageKeys, realClock: clock }: ProfilePlatform,
  areas: readonly PersonalData[],
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
}

/** Composes the profile, the export of personal data, and the closing of accounts. */
export const composeProfile = (
  platform: ProfilePlatform,
  { credentials: part, requests, payments, earning, personalData, areas: composed }: ProfileNeeds,
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
    givenUp: async (memberId) => (await closingOf(pool, memberId))?.givesUp ?? [],
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
  const leaving = createLeaving({
    pool,
    clock: platform.clock,
    closings,
    wallets: ledger.wallets,
    transfers: ledger.transfers,
    payments,
    earning,
    erasure,
    onEnded: platform.closingAccounts.invalidate,
    log,
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
      registerExport(api, platform, areas)
      registerClosing(api, { ...platform, ...ledger, profiles, payments, closings, erasure, leaving })
    },
    ...owedNothing('a profile holds no money'),
    name: 'profile',
    processes: async () => {
      // Before requests are served: a restored database may contain members whom the log says were erased.
      await platform.waitFor(await ledger.store.head(), CATCH_UP_MS, ['wallet'])
      const count = await erasure.reapply()
      if (count > 0) log.warn({ count }, 'Members of a restored backup were erased again')
      const erasing = createAttempts({ name: 'account erasure', log })
      return [
        recurring({
          name: 'account erasure',
          everyMs: EVERY_MS,
          wokenBy: ['erasures'],
          log,
          attempts: erasing,
          round: async () => {
            const items = await erasure.unfinished(BATCH + erasing.waiting())
            const limits = { limit: BATCH, atOnceMax: 1 }
            const { againMs } = await erasing.run(items, limits, erasure.finish)
            const nextMs = await untilNextDue(pool, realClock, NEXT_ERASURE)
            // One that waits to be tried again is due by its row.
            const soonMs = nextMs === undefined || nextMs <= 0 ? againMs : nextMs
            return againMs === undefined ? nextMs : Math.min(againMs, soonMs ?? againMs)
          },
        }),
        startLeaving({ pool, leaving, clock: platform.clock, log }),
      ]
    },
  }
}
