import { z } from 'zod'

/**
 * The version of Stripe's published OpenAPI description (github.com/stripe/openapi,
 * latest/openapi.spec3.json) that the operations below were read from. Within a major version, named by its
 * last word, Stripe changes an API in compatible ways only.
 */
export const SPECIFICATION_VERSION = '2026-09-30.endive'

/** One request to Stripe, as sent. */
export interface StripeRequest {
  readonly method: string
  /** Including the query. */
  readonly url: string
  /** The form in its body; empty when there is none. */
  readonly body: string
  /** Its Stripe-Version header. */
  readonly version: string | undefined
}

// Form values are text. An empty one makes Stripe remove a value, which we never do.
const text = (longest = 5_000) => z.string().min(1).max(longest)
const integer = z.string().regex(/^-?\d+$/, 'Not an integer')
const currency = z.string().regex(/^[a-z]{3}$/, 'Not a currency code in lowercase')
const metadata = z.record(z.string(), text(500))
/** An array: its items by index (0, 1, 2). */
const list = (item: z.ZodType) => z.record(z.string().regex(/^\d+$/, 'Not a place in an array'), item)

const mandate = z.strictObject({
  customer_acceptance: z.strictObject({
    type: z.enum(['offline', 'online']),
    online: z.optional(z.strictObject({ ip_address: z.string().min(1), user_agent: text() })),
  }),
})

interface Operation {
  readonly path: RegExp
  /** Parameters of the query and the form. Only those that we send are listed, so that any other is rejected. */
  readonly parameters: z.ZodType
}

/** The operations that we use, by their names (`operationId`) in the description. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST PostCustomers': {
    path: /^\/v1\/customers$/,
    parameters: z.strictObject({ metadata: z.optional(metadata) }),
  },
  'POST PostPaymentIntents': {
    path: /^\/v1\/payment_intents$/,
    parameters: z.strictObject({
      amount: integer,
      currency,
      allowed_payment_method_types: z.optional(list(z.enum(['card', 'us_bank_account']))),
      customer: z.optional(text()),
      description: z.optional(text(1_000)),
      metadata: z.optional(metadata),
      payment_method: z.optional(text()),
    }),
  },
  'GET GetPaymentIntentsSearch': {
    path: /^\/v1\/payment_intents\/search$/,
    parameters: z.strictObject({ query: text() }),
  },
  'GET GetPaymentIntentsIntent': {
    path: /^\/v1\/payment_intents\/[^/]+$/,
    parameters: z.strictObject({ expand: z.optional(list(text())) }),
  },
  'POST PostPaymentIntentsIntentConfirm': {
    path: /^\/v1\/payment_intents\/[^/]+\/confirm$/,
    parameters: z.strictObject({
      mandate_data: z.optional(mandate),
    }),
  },
  'POST PostPaymentIntentsIntentCancel': {
    path: /^\/v1\/payment_intents\/[^/]+\/cancel$/,
    parameters: z.strictObject({
      cancellation_reason: z.optional(
        z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']),
      ),
    }),
  },
  'POST PostPaymentMethods': {
    path: /^\/v1\/payment_methods$/,
    parameters: z.strictObject({
      type: z.optional(z.literal('us_bank_account')),
      us_bank_account: z.optional(
        z.strictObject({
          account_holder_type: z.optional(z.enum(['company', 'individual'])),
          account_number: z.optional(text()),
          account_type: z.optional(z.enum(['checking', 'savings'])),
          routing_number: z.optional(text()),
        }),
      ),
      billing_details: z.optional(z.strictObject({ name: z.optional(text()) })),
    }),
  },
  'POST PostPaymentMethodsPaymentMethodAttach': {
    path: /^\/v1\/payment_methods\/[^/]+\/attach$/,
    parameters: z.strictObject({ customer: z.optional(text()) }),
  },
}

const expand = z.optional(list(text()))
const SETUP = String.raw`^\/v1\/setup_intents\/[^/]+`

/** The operations that set up a bank account. */
const SETUP_OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST PostSetupIntents': {
    path: /^\/v1\/setup_intents$/,
    parameters: z.strictObject({
      allowed_payment_method_types: z.optional(list(z.enum(['card', 'us_bank_account']))),
      customer: z.optional(text()),
      payment_method: z.optional(text()),
      payment_method_options: z.optional(
        z.strictObject({
          us_bank_account: z.optional(
            z.strictObject({
              verification_method: z.optional(z.enum(['automatic', 'instant', 'microdeposits'])),
            }),
          ),
        }),
      ),
    }),
  },
  'GET GetSetupIntentsIntent': { path: new RegExp(`${SETUP}$`), parameters: z.strictObject({ expand }) },
  'POST PostSetupIntentsIntentConfirm': {
    path: new RegExp(`${SETUP}/confirm$`),
    parameters: z.strictObject({ mandate_data: z.optional(mandate) }),
  },
  'POST PostSetupIntentsIntentVerifyMicrodeposits': {
    path: new RegExp(`${SETUP}/verify_microdeposits$`),
    parameters: z.strictObject({ amounts: z.optional(list(integer)), descriptor_code: z.optional(text()) }),
  },
}

const boolean = z.enum(['true', 'false'])
const SESSION = /^\/v1\/identity\/verification_sessions\/[^/]+$/

/** The operations of Stripe Identity. */
const IDENTITY_OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST PostIdentityVerificationSessions': {
    path: /^\/v1\/identity\/verification_sessions$/,
    parameters: z.strictObject({
      client_reference_id: z.optional(text()),
      options: z.optional(
        z.strictObject({
          document: z.optional(
            z.strictObject({
              require_live_capture: z.optional(boolean),
              require_matching_selfie: z.optional(boolean),
            }),
          ),
        }),
      ),
      return_url: z.optional(z.string()),
      type: z.optional(z.enum(['document', 'id_number'])),
    }),
  },
  'GET GetIdentityVerificationSessionsSession': { path: SESSION, parameters: z.strictObject({ expand }) },
  'POST PostIdentityVerificationSessionsSessionRedact': {
    path: /^\/v1\/identity\/verification_sessions\/[^/]+\/redact$/,
    parameters: z.strictObject({ expand }),
  },
}

interface Nested {
  [name: string]: string | Nested
}

/** `a[b][0]=c` as nested objects (style deepObject). A repeated name gets a value that no schema accepts. */
const nested = (parameters: URLSearchParams): Nested => {
  const whole: Nested = {}
  for (const [name, value] of parameters) {
    const steps = name.replaceAll(']', '').split('[')
    const last = steps.pop() ?? ''
    let at = whole
    for (const step of steps) {
      const next = at[step]
      at = typeof next === 'object' ? next : (at[step] = {})
    }
    at[last] = last in at ? { twice: value } : value
  }
  return whole
}

/** What in a request violates Stripe's description, in words without the values; null when nothing does. */
export const againstSpecification = ({ method, url, body, version }: StripeRequest): string | null => {
  const major = SPECIFICATION_VERSION.split('.')[1]
  if (version?.split('.')[1] !== major)
    return `Speaks version ${version}; read the operations of that version and compare them with those of ${SPECIFICATION_VERSION}`
  const { pathname, search } = new URL(url, 'https://api.stripe.com')
  const found = Object.entries({ ...OPERATIONS, ...SETUP_OPERATIONS, ...IDENTITY_OPERATIONS }).find(
    ([name, { path }]) => name.startsWith(`${method} `) && path.test(pathname),
  )
  if (!found) return `${method} ${pathname}: no operation of this method and path`
  const [name, { parameters }] = found
  const sent = new URLSearchParams([...new URLSearchParams(search), ...new URLSearchParams(body)])
  const read = parameters.safeParse(nested(sent))
  return read.success
    ? null
    : `${name}: ${read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`
}
