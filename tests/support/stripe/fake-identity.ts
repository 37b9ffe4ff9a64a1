import { idFor, problem, type Answer } from './fake-answers.ts'
import type { SeenRequest } from './seen-request.ts'

type Status = 'requires_input' | 'processing' | 'verified' | 'canceled'

interface Birthday {
  readonly year: number
  readonly month: number
  readonly day: number
}

interface Session {
  readonly id: string
  readonly checkId: string
  status: Status
  error: string | null
  dob: Birthday | null
  country: string | null
  visits: number
  redaction: 'processing' | null
}

/** What a person does on Stripe's own pages, and what Stripe finds. */
export interface FakeIdentity {
  readonly create: (request: SeenRequest) => Answer
  readonly retrieve: (id: string, request: SeenRequest) => Answer
  readonly redact: (id: string) => Answer
  /** The person has shown a document; Stripe is looking at it. */
  readonly submit: (id: string) => void
  readonly verify: (id: string, dob: Birthday | null, country?: string | null) => void
  /** Stripe asks for another try, and says why. */
  readonly refuse: (id: string, code: string) => void
  /** Somebody ends it in Stripe's dashboard. */
  readonly cancel: (id: string) => void
  readonly isRedacted: (id: string) => boolean
  readonly count: () => number
}

export const createFakeIdentity = (): FakeIdentity => {
  const sessions = new Map<string, Session>()
  const known = (id: string): Session => {
    const session = sessions.get(id)
    if (!session) throw new Error(`The fake has no session ${id}`)
    return session
  }

  /** As Stripe shows it: what is sensitive only where it is asked for. */
  const shown = (session: Session, params: SeenRequest['params'] = {}): Answer => {
    const { id, checkId, status, error, dob, country, redaction } = session
    const expands = new Set(
      Object.keys(params).flatMap((name) => (name.startsWith('expand') ? [params[name]] : [])),
    )
    const isVerified = status === 'verified' && redaction === null
    const report = {
      id: `vr_${id}`,
      object: 'identity.verification_report',
      document: { issuing_country: country },
    }
    session.visits += 1
    return {
      status: 200,
      body: {
        id,
        object: 'identity.verification_session',
        client_reference_id: redaction === null ? checkId : null,
        status,
        // A new one each time: it is good for one visit.
        url: status === 'requires_input' ? `https://verify.stripe.com/start/${id}_${session.visits}` : null,
        last_error: error === null ? null : { code: error, reason: 'A sentence of Stripe’s.' },
        last_verification_report: isVerified
          ? expands.has('last_verification_report')
            ? report
            : report.id
          : null,
        redaction: redaction && { status: redaction },
        verified_outputs: isVerified
          ? { first_name: 'Jenny', last_name: 'Rosen', ...(expands.has('verified_outputs.dob') && { dob }) }
          : null,
      },
    }
  }

  const missing: Answer = {
    ...problem('No such verification session', { param: 'session', code: 'resource_missing' }),
    status: 404,
  }

  return {
    create: ({ params, idempotencyKey = '' }) => {
      const session: Session = {
        id: idFor('vs', idempotencyKey),
        checkId: params['client_reference_id'] ?? '',
        status: 'requires_input',
        error: null,
        dob: null,
        country: null,
        visits: 0,
        redaction: null,
      }
      sessions.set(session.id, session)
      return shown(session)
    },
    retrieve: (id, { params }) => {
      const session = sessions.get(id)
      return session ? shown(session, params) : missing
    },
    redact: (id) => {
      const session = sessions.get(id)
      if (!session) return missing
      if (session.status === 'processing' || session.redaction !== null)
        return problem('You cannot redact this VerificationSession', { code: 'session_unredactable' })
      session.redaction = 'processing'
      if (session.status === 'requires_input') session.status = 'canceled'
      return shown(session)
    },
    submit: (id) => Object.assign(known(id), { status: 'processing', error: null }),
    verify: (id, dob, country = 'US') =>
      Object.assign(known(id), { status: 'verified', error: null, dob, country }),
    refuse: (id, code) => Object.assign(known(id), { status: 'requires_input', error: code }),
    cancel: (id) => Object.assign(known(id), { status: 'canceled' }),
    isRedacted: (id) => known(id).redaction !== null,
    count: () => sessions.size,
  }
}
