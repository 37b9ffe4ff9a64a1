import { Stripe } from 'stripe'
import type { Clock } from '../../../events/ids.ts'
import type { CheckReason } from '../../contract/identity-check.ts'
import { createStripeClient, quoteless } from '../../deposits/stripe/client.ts'
import { signedEvent } from '../../deposits/stripe/signed-event.ts'
import {
  isAdult,
  PersonCheckUnavailable,
  type CheckReport,
  type PersonCheck,
  type StartedCheck,
  type VerifiedPerson,
} from '../person-check.ts'

type Session = Stripe.Identity.VerificationSession

/** Reasons by Stripe's codes, which it adds to; `abandoned` is no reason, the person may go on. */
const REASONS: Readonly<Record<string, CheckReason>> = {
  consent_declined: 'consent_declined',
  country_not_supported: 'country_unsupported',
  device_not_supported: 'device_unsupported',
  document_expired: 'document_expired',
  document_type_not_supported: 'document_type',
  document_unverified_other: 'document_unreadable',
  selfie_document_missing_photo: 'document_type',
  selfie_face_mismatch: 'selfie_mismatch',
  selfie_manipulated: 'selfie_unusable',
  selfie_unverified_other: 'selfie_unusable',
  under_supported_age: 'under_age',
}

const calling = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    throw new PersonCheckUnavailable(quoteless(error))
  }
}

/**
 * @throws {PersonCheckUnavailable} the birthday cannot be read: the key lacks the permission for it. A person whose age
 *   is not known is not taken for an adult, nor for a child.
 */
const personOf = ({ verified_outputs: outputs, last_verification_report: report }: Session, now: Date) => {
  const { year, month, day } = outputs?.dob ?? { year: null, month: null, day: null }
  if (year === null || month === null || day === null)
    throw new PersonCheckUnavailable(
      'Stripe does not tell a verified birthday: the key needs access to sensitive verification results',
    )
  const country = typeof report === 'object' ? (report?.document?.issuing_country ?? '') : ''
  const person: VerifiedPerson = {
    isAdult: isAdult({ year, month, day }, now),
    country: /^[A-Z]{2}$/.test(country) ? country : null,
  }
  return person
}

const reportOf = (session: Session, now: Date): CheckReport => {
  if (session.redaction !== null) return { state: 'ended' }
  switch (session.status) {
    case 'verified':
      return { state: 'verified', person: personOf(session, now) }
    case 'canceled':
      return { state: 'ended' }
    case 'requires_input': {
      const code = session.last_error?.code ?? null
      if (code === null || code === 'abandoned') return { state: 'open' }
      return { state: 'rejected', reason: REASONS[code] ?? 'other' }
    }
    case 'processing':
    default:
      // Stripe's enumerations are open: an unknown status counts as not decided yet.
      return { state: 'processing' }
  }
}

const startedOf = ({ id, url, status }: Session): StartedCheck => ({
  reference: id,
  url: status === 'requires_input' ? url : null,
})

/**
 * Stripe Identity (docs.stripe.com/identity): a photo of a document and a matching selfie, taken on Stripe's own pages.
 * The check's id is the idempotency key of its session and the only thing of ours that Stripe learns.
 */
export const createStripePersonCheck = ({
  secretKey,
  webhookSecrets,
  apiUrl,
  clock,
}: {
  /** May read birthdays: a restricted key with access to sensitive verification results. */
  readonly secretKey: string
  readonly webhookSecrets: readonly string[]
  /** Origin of Stripe's API; null is the real one. */
  readonly apiUrl: string | null
  /** The real time: Stripe signs with it, and people age by it. */
  readonly clock: Clock
}): PersonCheck => {
  const stripe = createStripeClient(secretKey, apiUrl)
  const sessions = stripe.identity.verificationSessions

  /** Null: it is not of this account, as after a move to another one. */
  const sessionOf = (reference: string): Promise<Session | null> =>
    calling(async () => {
      try {
        return await sessions.retrieve(reference)
      } catch (error) {
        const isMissing =
          error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
        if (isMissing) return null
        throw error
      }
    })

  return {
    name: 'stripe',
    start: async ({ checkId, returnUrl }) =>
      startedOf(
        await calling(() =>
          sessions.create(
            {
              type: 'document',
              client_reference_id: checkId,
              return_url: returnUrl,
              options: { document: { require_live_capture: true, require_matching_selfie: true } },
            },
            { idempotencyKey: `identity-${checkId}` },
          ),
        ),
      ),
    resume: async (reference) => {
      const session = await sessionOf(reference)
      return session ? startedOf(session) : { reference, url: null }
    },
    look: async (reference) => {
      const session = await sessionOf(reference)
      if (!session) return { state: 'ended' }
      if (session.status !== 'verified' || session.redaction !== null) return reportOf(session, clock())
      const expand = ['verified_outputs.dob', 'last_verification_report']
      return reportOf(await calling(() => sessions.retrieve(reference, { expand })), clock())
    },
    redact: async (reference) => {
      const session = await sessionOf(reference)
      if (!session || session.redaction !== null) return 'done'
      if (session.status === 'processing') return 'later'
      await calling(() => sessions.redact(reference, {}, { idempotencyKey: `redact-${reference}` }))
      return 'done'
    },
    readWebhook: (body, headers) => {
      const { 'stripe-signature': header = '' } = headers
      const signature = typeof header === 'string' ? header : ''
      const { id, type, object } = signedEvent(stripe, body, signature, webhookSecrets, clock())
      const reference: unknown =
        object !== null && type.startsWith('identity.verification_session.')
          ? Reflect.get(object, 'id')
          : null
      return { id, type, reference: typeof reference === 'string' ? reference : null }
    },
  }
}
