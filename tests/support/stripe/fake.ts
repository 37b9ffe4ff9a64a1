import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { idFor, problem, type Answer } from './fake-answers.ts'
import { createFakeIdentity, type FakeIdentity } from './fake-identity.ts'
import { createFakeSetup } from './fake-setup.ts'
import { listenAnywhere, type Listening } from './listening.ts'
import type { SeenRequest } from './seen-request.ts'
import { againstSpecification } from './specification.ts'

export interface StripeFake {
  /** Its origin. */
  readonly url: string
  readonly requests: readonly SeenRequest[]
  /** The payments that were made, by their ids. */
  readonly intents: ReadonlyMap<string, Intent>
  /** The sessions of Stripe Identity. */
  readonly identity: FakeIdentity
  /** Makes a payment of another application in the same account. Returns its id. */
  readonly foreign: (metadata: Readonly<Record<string, string>>) => string
  /** Makes the fake's clock go on by so many hours; its keys last for 24, as Stripe promises at least. */
  readonly afterHours: (hours: number) => void
  /** The next requests are answered with this status and error instead. */
  readonly failNext: (status: number, error: Readonly<Record<string, string>>, times?: number) => void
  /** So many confirmations of payments do not arrive. */
  readonly failConfirmations: (times: number) => void
  /** Breaks the connection of the next request after it has been carried out. */
  readonly loseNextAnswer: () => void
  /**
   * Throws when a request differed from Stripe's published description: the adapter accepts some refusals as an
   * answer, so a wrong parameter would otherwise go unnoticed.
   */
  readonly stop: () => Promise<void>
}

export interface Intent {
  readonly id: string
  readonly object: 'payment_intent'
  readonly client_secret: string
  readonly currency: string
  readonly amount: number
  readonly metadata: Readonly<Record<string, string>>
  status: string
}

export const SECRET_KEY = 'sk_test_fake'
const KEYS_LAST_HOURS = 24

/**
 * Parameters that Stripe's published description calls optional but that must be present: by its documentation of
 * bank accounts, or because the deposit could not be found again.
 */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/payment_intents': ['metadata[deposit_id]', 'allowed_payment_method_types[0]'],
  'POST /v1/payment_methods': [
    'type',
    'us_bank_account[account_holder_type]',
    'us_bank_account[routing_number]',
    'us_bank_account[account_number]',
    'billing_details[name]',
  ],
  'POST /v1/payment_methods/:id/attach': ['customer'],
  'POST /v1/setup_intents': ['allowed_payment_method_types[0]', 'payment_method', 'customer'],
  'POST /v1/identity/verification_sessions': ['type'],
}

const read = async (req: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

/** The charge that paid an intent, as `expand` asks for it: every card of the fake is another one. */
const chargeOf = ({ id, status }: Intent) =>
  status === 'succeeded'
    ? { object: 'charge', payment_method_details: { type: 'card', card: { fingerprint: `print_${id}` } } }
    : null

/**
 * Stripe's API as far as the adapter uses it, over real HTTP: accepts only requests that match its published
 * description; idempotency keys that refuse other parameters, and are forgotten after 24 hours ("You can remove keys
 * from the system automatically after they're at least 24 hours old", docs.stripe.com/api/idempotent_requests); open
 * enumerations.
 */
export const startStripeFake = async (): Promise<StripeFake> => {
  const requests: SeenRequest[] = []
  const violations: string[] = []
  const intents = new Map<string, Intent>()
  const identity = createFakeIdentity()
  const setup = createFakeSetup()
  const kept = new Map<
    string,
    { readonly params: string; readonly answer: Answer; readonly atHours: number }
  >()
  let nowHours = 0
  let failures: Answer[] = []
  let isAnswerLost = false
  let unconfirmed = 0

  const paymentMethodOf = ({ params, idempotencyKey = '' }: SeenRequest): Answer => {
    const number = params['us_bank_account[account_number]'] ?? ''
    if (number === '000666666661')
      return problem(`The account number ${number} cannot be used.`, {
        param: 'us_bank_account[account_number]',
      })
    const id = idFor('pm', idempotencyKey)
    if (number === '000999999991') setup.byCode(id)
    return {
      status: 200,
      body: {
        id,
        object: 'payment_method',
        type: 'us_bank_account',
        us_bank_account: {
          last4: number.slice(-4),
          bank_name: 'STRIPE TEST BANK',
          account_type: params['us_bank_account[account_type]'],
        },
      },
    }
  }

  const answerTo = (request: SeenRequest): Answer => {
    const { method, path, params, idempotencyKey = '' } = request
    const [, id] = /\/(pi_\w+|pm_\w+|vs_\w+|seti_\w+)/.exec(path) ?? []
    const pattern = `${method} ${id ? path.replace(id, ':id') : path}`
    const missing = REQUIRED[pattern]?.find((name) => params[name] === undefined)
    if (missing) return problem(`Missing required param: ${missing}.`, { param: missing })
    switch (pattern) {
      case 'POST /v1/payment_intents': {
        const isDebit = params['allowed_payment_method_types[0]'] === 'us_bank_account'
        if (isDebit && !setup.isVerified(params['payment_method'] ?? ''))
          return problem('The bank account is not verified.', { param: 'payment_method' })
        const first = idFor('pi', idempotencyKey)
        const made: Intent = {
          // A key that was forgotten makes another payment.
          id: intents.has(first) ? idFor('pi', `${idempotencyKey} ${intents.size}`) : first,
          object: 'payment_intent',
          client_secret: `${first}_secret_x`,
          currency: params['currency'] ?? '',
          amount: Number(params['amount']),
          metadata: { deposit_id: params['metadata[deposit_id]'] ?? '' },
          status: isDebit ? 'requires_confirmation' : 'requires_payment_method',
        }
        intents.set(made.id, made)
        return { status: 200, body: { ...made } }
      }
      case 'GET /v1/payment_intents/search': {
        const depositId = /^metadata\['deposit_id'\]:'([0-9a-f-]{36})'$/.exec(params['query'] ?? '')?.[1]
        if (depositId === undefined) return problem('We were unable to parse your search query.')
        const data = [...intents.values()].filter(({ metadata }) => metadata['deposit_id'] === depositId)
        return { status: 200, body: { object: 'search_result', data, has_more: false, url: path } }
      }
      case 'GET /v1/payment_intents/:id': {
        const found = intents.get(id ?? '')
        return found
          ? { status: 200, body: { ...found, latest_charge: chargeOf(found) } }
          : {
              ...problem('No such payment_intent', { param: 'intent', code: 'resource_missing' }),
              status: 404,
            }
      }
      case 'POST /v1/payment_intents/:id/confirm': {
        const found = intents.get(id ?? '')
        if (!found || found.status !== 'requires_confirmation')
          return problem('You cannot confirm this PaymentIntent', { code: 'payment_intent_unexpected_state' })
        if (params['mandate_data[customer_acceptance][type]'] !== 'online')
          return problem('A debit needs a mandate.', { param: 'mandate_data' })
        found.status = 'processing'
        return { status: 200, body: { ...found } }
      }
      case 'POST /v1/payment_intents/:id/cancel': {
        const found = intents.get(id ?? '')
        if (!found || found.status === 'succeeded')
          return problem('You cannot cancel this PaymentIntent', { code: 'payment_intent_unexpected_state' })
        found.status = 'canceled'
        return { status: 200, body: found }
      }
      case 'POST /v1/customers':
        return { status: 200, body: { id: idFor('cus', idempotencyKey), object: 'customer' } }
      case 'POST /v1/payment_methods':
        return paymentMethodOf(request)
      case 'POST /v1/payment_methods/:id/attach':
        return { status: 200, body: { id, object: 'payment_method', customer: params['customer'] } }
      case 'POST /v1/setup_intents':
        return setup.create(request)
      case 'GET /v1/setup_intents/:id':
        return setup.retrieve(id ?? '')
      case 'POST /v1/setup_intents/:id/confirm':
        return setup.confirm(id ?? '', request)
      case 'POST /v1/setup_intents/:id/verify_microdeposits':
        return setup.verify(id ?? '', request)
      case 'POST /v1/identity/verification_sessions':
        return identity.create(request)
      case 'GET /v1/identity/verification_sessions/:id':
        return identity.retrieve(id ?? '', request)
      case 'POST /v1/identity/verification_sessions/:id/redact':
        return identity.redact(id ?? '')
      default:
        return { ...problem(`Unrecognized request URL (${pattern}).`), status: 404 }
    }
  }

  const handle = (request: SeenRequest): Answer => {
    const failure = failures.shift()
    if (failure) return failure
    if (request.path.endsWith('/confirm') && unconfirmed > 0) {
      unconfirmed -= 1
      return { status: 503, body: { error: { type: 'api_error', message: 'down' } } }
    }
    const params = JSON.stringify(request.params)
    const known = request.idempotencyKey === undefined ? undefined : kept.get(request.idempotencyKey)
    const before = known && nowHours - known.atHours < KEYS_LAST_HOURS ? known : undefined
    if (before && before.params !== params)
      return {
        status: 400,
        body: { error: { type: 'idempotency_error', message: 'Keys for idempotent requests differ' } },
      }
    const answer = before?.answer ?? answerTo(request)
    if (request.idempotencyKey !== undefined && !before)
      kept.set(request.idempotencyKey, { params, answer, atHours: nowHours })
    return answer
  }

  const server = createServer((req, res) => {
    void read(req).then((text) => {
      const header = req.headers['idempotency-key']
      const request: SeenRequest = {
        method: req.method ?? '',
        path: (req.url ?? '').split('?')[0] ?? '',
        params: Object.fromEntries([
          ...new URL(req.url ?? '', 'http://stripe').searchParams,
          ...new URLSearchParams(text),
        ]),
        idempotencyKey: typeof header === 'string' ? header : undefined,
      }
      requests.push(request)
      const version = req.headers['stripe-version']
      const violation = againstSpecification({
        method: request.method,
        url: req.url ?? '',
        body: text,
        version: typeof version === 'string' ? version : undefined,
      })
      if (violation !== null) violations.push(violation)
      if (req.headers.authorization !== `Bearer ${SECRET_KEY}`) return res.writeHead(401).end('{"error":{}}')
      const { status, body } = violation === null ? handle(request) : problem(violation, { param: 'unknown' })
      if (isAnswerLost) {
        isAnswerLost = false
        return res.destroy()
      }
      res.writeHead(status, {
        'Content-Type': 'application/json',
        'Request-Id': `req_${randomBytes(4).toString('hex')}`,
      })
      return res.end(JSON.stringify(body))
    })
  })
  const { port, stop }: Listening = await listenAnywhere(server)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    intents,
    identity,
    foreign: (metadata) => {
      const id = idFor('pi', randomBytes(8).toString('hex'))
      intents.set(id, {
        id,
        object: 'payment_intent',
        client_secret: `${id}_secret_y`,
        currency: 'usd',
        amount: 4_200,
        metadata,
        status: 'succeeded',
      })
      return id
    },
    failConfirmations: (times) => void (unconfirmed = times),
    afterHours: (hours) => void (nowHours += hours),
    failNext: (status, error, times = 1) => {
      failures = Array.from({ length: times }, () => ({ status, body: { error } }))
    },
    loseNextAnswer: () => {
      isAnswerLost = true
    },
    stop: async () => {
      await stop()
      if (violations.length > 0) throw new Error(`Against Stripe's specification:\n${violations.join('\n')}`)
    },
  }
}
