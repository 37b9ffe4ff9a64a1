import type { BaseLogger } from 'pino'
import { DAY_MS, HOUR_MS } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import type { CheckReason } from '../contract/identity-check.ts'
import { HttpError } from '../http/errors.ts'
import { addNotifications, type FactsOf } from '../notifying/notifying.ts'
import { addSecurityEvent, type SecurityEvents } from '../security-trail/security-events.ts'
import { type CheckRow, type Checks, type Found } from './checks.ts'
import {
  PersonCheckUnavailable,
  type CheckReport,
  type PersonCheck,
  type SandboxPersonCheck,
} from './person-check.ts'
import { isUnderWay } from './standing.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** An open check that nobody goes on with is ended after so long. */
const OPEN_MS_MAX = 14 * DAY_MS
/** The provider lets a rejected person try again on its own pages for two days; until then it may change its word. */
const REJECTED_MS_MAX = 3 * DAY_MS

/** How soon to ask again about a check that has stood as it is for so long: webhooks say it earlier. */
const pauseMs = (standsForMs: number): number => {
  if (standsForMs < 10 * MINUTE_MS) return 5 * SECOND_MS
  return standsForMs < DAY_MS ? 5 * MINUTE_MS : HOUR_MS
}

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/** What a report means for a check. Pure. */
export const foundOf = (
  { state: before, reason: reasonBefore, changedAt, beganAt }: CheckRow,
  report: CheckReport,
  { now, validDays }: { readonly now: Date; readonly validDays: number },
): Found => {
  const final = (state: Found['state'], reason: CheckReason | null = null): Found => ({
    state,
    reason,
    verifiedUntil: null,
    looksAt: null,
  })
  const goingOn = (state: Found['state'], reason: CheckReason | null = null): Found => {
    const isSame = state === before && reason === reasonBefore
    const standsForMs = isSame ? now.getTime() - changedAt.getTime() : 0
    const isOver = state === 'rejected' && standsForMs > REJECTED_MS_MAX
    return { ...final(state, reason), looksAt: isOver ? null : after(now, pauseMs(standsForMs)) }
  }
  switch (report.state) {
    case 'open':
      return now.getTime() - beganAt.getTime() > OPEN_MS_MAX ? final('ended') : goingOn('open')
    case 'processing':
      return goingOn('processing')
    case 'verified':
      return report.person.isAdult
        ? { ...final('verified'), verifiedUntil: after(now, validDays * DAY_MS) }
        : final('rejected', 'under_age')
    case 'rejected':
      return goingOn('rejected', report.reason)
    case 'ended':
      return final('ended')
  }
}

/** The device that a change by the provider is recorded with. */
const PROVIDER_NAMES: Readonly<Record<PersonCheck['name'], string>> = {
  stripe: 'Stripe',
  sandbox: 'Sandbox',
}

/** Where whoever was at the provider comes back to. */
export const identityPage = (publicUrl: string): string => `${publicUrl}/identity`

/** Begins checks of persons, and learns how they end. */
export interface Persons {
  /**
   * Begins a check, or goes on with the one under way. Returns the address where the person goes on; null when there is
   * nothing to do at one. `device`: from where, for the security trail.
   * @throws {HttpError} as {@link Checks.begin}; 422 `identity_check_closed`; 503 `identity_check_unavailable`: safe to
   *   repeat
   */
  readonly begin: (memberId: string, device: string) => Promise<{ readonly url: string | null }>
  /** A test person answers the member's open check. @throws {HttpError} 404 no sandbox · 409 none is open */
  readonly answer: (memberId: string, person: string) => Promise<void>
  /** Asks the provider what became of a check, and writes what is new. @throws {PersonCheckUnavailable} */
  readonly look: (row: CheckRow) => Promise<void>
}

const closed = (): HttpError =>
  new HttpError(
    422,
    'identity_check_closed',
    'Identities cannot be verified here yet. Whoever runs this service can tell you more: see Help.',
  )

const unavailable = (cause: unknown): HttpError =>
  new HttpError(
    503,
    'identity_check_unavailable',
    'The service that checks documents cannot be reached right now. Trying again is safe.',
    { cause, retryAfterSeconds: 5 },
  )

export const createPersons = ({
  checks,
  check,
  sandbox,
  securityEvents,
  publicUrl,
  validDays,
  clock,
  realClock,
  log,
}: {
  readonly checks: Checks
  /** Null: nobody looks at documents here. */
  readonly check: PersonCheck | null
  /** The same if it is the sandbox; else null. */
  readonly sandbox: SandboxPersonCheck | null
  readonly securityEvents: Pick<SecurityEvents, 'record'>
  readonly publicUrl: string
  readonly validDays: number
  readonly clock: Clock
  /** Of the security trail. */
  readonly realClock: Clock
  readonly log: Pick<BaseLogger, 'warn'>
}): Persons => {
  const returnUrl = identityPage(publicUrl)

  const started = async (
    provider: PersonCheck,
    { id }: CheckRow,
  ): Promise<{ readonly reference: string; readonly url: string | null }> => {
    const begun = await provider.start({ checkId: id, returnUrl })
    const isThere = await checks.started(id, begun.reference, after(clock(), pauseMs(0)))
    // The account was closed meanwhile: what is to be deleted at the provider was noted then, by the check's id.
    return isThere ? begun : { ...begun, url: null }
  }

  const look: Persons['look'] = async (row) => {
    if (row.provider !== check?.name) {
      log.warn(
        { checkId: row.id, provider: row.provider },
        'A check of a person is at a provider that is not set up',
      )
      await checks.postpone(row.id, after(clock(), HOUR_MS))
      return
    }
    if (row.reference === null) {
      await started(check, row)
      return
    }
    const report = await check.look(row.reference)
    const now = clock()
    const found = foundOf(row, report, { now, validDays })
    if (found.state === row.state && found.reason === row.reason) {
      await checks.postpone(row.id, found.looksAt)
      return
    }
    await checks.change(row, found, now, async (client) => {
      const { state, reason, verifiedUntil } = found
      const { id, memberId, revision } = row
      if (state === 'verified') await checks.redactEarlier(client, row, now)
      // What was collected of a child is not kept anywhere, nor that of a check which nobody goes on with.
      if ((state === 'rejected' && reason === 'under_age') || state === 'ended')
        await checks.redact(client, id, now)
      if (state !== 'verified' && state !== 'rejected') return
      const facts: FactsOf<'identity'> = {
        kind: 'identity',
        state,
        until: verifiedUntil?.toISOString() ?? null,
      }
      await addNotifications(client, [
        { memberId, subject: `${id} ${revision}`, facts, at: now.toISOString() },
      ])
      const kind = state === 'verified' ? 'identity_verified' : 'identity_rejected'
      const device = PROVIDER_NAMES[check.name]
      await addSecurityEvent(client, { memberId, kind, device }, realClock())
    })
  }

  return {
    look,
    begin: async (memberId, device) => {
      if (check === null) throw closed()
      const { row, isNew } = await checks.begin(memberId, check.name, clock())
      if (isNew) await securityEvents.record({ memberId, kind: 'identity_check_begun', device })
      try {
        if (row.reference === null) return { url: (await started(check, row)).url }
        const { url } = await check.resume(row.reference)
        // Nothing to do there: something is new that we have not heard of yet.
        if (url === null) await look(row)
        return { url }
      } catch (error) {
        if (error instanceof PersonCheckUnavailable) throw unavailable(error)
        throw error
      }
    },
    answer: async (memberId, person) => {
      if (sandbox === null) throw new HttpError(404, 'not_found', 'There is no sandbox here.')
      const [newest] = await checks.of(memberId)
      const isOpen =
        newest !== undefined &&
        newest.reference !== null &&
        (isUnderWay(newest) || newest.state === 'rejected') &&
        (await sandbox.answer(newest.reference, person))
      if (!isOpen) throw new HttpError(409, 'no_open_check', 'No check waits for an answer. Begin one first.')
      await look(newest)
    },
  }
}
