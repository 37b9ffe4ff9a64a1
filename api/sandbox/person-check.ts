import type { Pool } from 'pg'
import * as z from 'zod/mini'
import { DAY_MS } from '../../events/calendar.ts'
import { derivedId, type Clock } from '../../events/ids.ts'
import { TEST_PERSONS, type TestPerson } from '../contract/identity-check.ts'
import { InvalidWebhook } from '../deposits/processor.ts'
import type { CheckReport, SandboxPersonCheck, StartedCheck } from '../persons/person-check.ts'
import { SIGNATURE_HEADER, verify } from './processor/signature.ts'

/** A document is looked at for so many simulated minutes. */
const MINUTES = 1

const OUTCOMES: Readonly<Record<TestPerson, CheckReport>> = {
  valid: { state: 'verified', person: { isAdult: true, country: 'US' } },
  slow: { state: 'verified', person: { isAdult: true, country: 'SE' } },
  expired: { state: 'rejected', reason: 'document_expired' },
  blurred: { state: 'rejected', reason: 'document_unreadable' },
  stranger: { state: 'rejected', reason: 'selfie_mismatch' },
  minor: { state: 'verified', person: { isAdult: false, country: 'US' } },
  elsewhere: { state: 'rejected', reason: 'country_unsupported' },
  unwilling: { state: 'rejected', reason: 'consent_declined' },
}

interface Row {
  readonly reference: string
  readonly person: string | null
  readonly ready_at: Date | null
  readonly redacted: boolean
}

const FIND = {
  name: 'sandbox-person-check',
  text: 'select reference, person, ready_at, redacted from app.sandbox_person_check where reference = $1',
}
const START = `
  insert into app.sandbox_person_check (reference, check_id, person, ready_at) values ($1, $2, $3, $4)
  on conflict do nothing`
const ANSWER = `
  update app.sandbox_person_check set person = $2, ready_at = $3
  where reference = $1 and not redacted and person is not distinct from $4`

const Webhook = z.object({ id: z.string(), type: z.string(), reference: z.nullable(z.string()) })

const referenceOf = (checkId: string): string => `vs_sandbox_${derivedId('sandbox-person-check', checkId)}`

const outcomeOf = (person: string): CheckReport => {
  const known = TEST_PERSONS.find(({ id }) => id === person)
  if (!known) throw new Error(`The sandbox has no test person ${person}`)
  return OUTCOMES[known.id]
}

/**
 * A simulated check of documents. It looks at none: whom one answers as decides how it ends. Like the original it takes
 * a while by the business clock, and lets whoever was rejected answer again.
 */
export const createSandboxPersonCheck = ({
  pool,
  clock,
  secret,
  minuteSeconds,
  daySeconds,
}: {
  readonly pool: Pool
  readonly clock: Clock
  /** Signs its webhooks. */
  readonly secret: string
  /** Real seconds in a simulated minute. */
  readonly minuteSeconds: number
  /** Real seconds in a simulated day. */
  readonly daySeconds: number
}): SandboxPersonCheck => {
  const find = async (reference: string): Promise<Row> => {
    const { rows } = await pool.query<Row>({ ...FIND, values: [reference] })
    if (!rows[0]) throw new Error(`The sandbox has no check ${reference}`)
    return rows[0]
  }

  const reportOf = ({ person, ready_at: readyAt, redacted }: Row): CheckReport => {
    if (redacted) return { state: 'ended' }
    if (person === null || readyAt === null) return { state: 'open' }
    return readyAt > clock() ? { state: 'processing' } : outcomeOf(person)
  }

  const resume = async (reference: string): Promise<StartedCheck> => ({
    reference: (await find(reference)).reference,
    url: null,
  })

  const waitMs = (person: string): number =>
    person === 'slow' ? Math.min(daySeconds * 1_000, DAY_MS) : MINUTES * minuteSeconds * 1_000

  return {
    name: 'sandbox',
    start: async ({ checkId }) => {
      const reference = referenceOf(checkId)
      await pool.query(START, [reference, checkId, null, null])
      return resume(reference)
    },
    resume,
    look: async (reference) => reportOf(await find(reference)),
    redact: async (reference) => {
      const row = await find(reference)
      if (reportOf(row).state === 'processing') return 'later'
      await pool.query(
        'update app.sandbox_person_check set redacted = true, person = null, ready_at = null where reference = $1',
        [reference],
      )
      return 'done'
    },
    answer: async (reference, person) => {
      const row = await find(reference)
      const { state } = reportOf(row)
      if (state !== 'open' && state !== 'rejected') return false
      const readyAt = new Date(clock().getTime() + waitMs(person))
      const { rowCount } = await pool.query(ANSWER, [reference, person, readyAt, row.person])
      return rowCount === 1
    },
    admit: async (checkId) => {
      const reference = referenceOf(checkId)
      await pool.query(START, [reference, checkId, 'valid', clock()])
      return reference
    },
    readWebhook: (body, headers) => {
      verify(secret, body, headers[SIGNATURE_HEADER], clock())
      try {
        return Webhook.parse(JSON.parse(body.toString()))
      } catch (error) {
        throw new InvalidWebhook('malformed', { cause: error })
      }
    },
  }
}
