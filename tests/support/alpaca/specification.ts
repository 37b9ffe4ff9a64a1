import { z } from 'zod'

/**
 * Source of the operations below: Alpaca's published OpenAPI descriptions (github.com/alpacahq/alpaca-docs,
 * oas/broker/openapi.yaml, and github.com/alpacahq/cli, api/specs/market-data-api.json) and, for orders by their
 * client's id, github.com/alpacahq/alpaca-py, alpaca/broker/client.py.
 */
export const SPECIFICATION_VERSION = { broker: '1.0.0', data: '1.1' } as const

/** One request to Alpaca, as sent. */
export interface AlpacaRequest {
  readonly method: string
  /** Including the query. */
  readonly url: string
  /** As sent, empty when there is none. */
  readonly body: string
}

const day = z.iso.date()
const decimal = z.string().regex(/^\d+(\.\d{1,9})?$/, 'Not a decimal with at most nine places')
const whole = z.string().regex(/^\d+$/)

/** Exactly one of quantity and notional amount, as Alpaca describes fractional orders. */
const Order = z
  .strictObject({
    symbol: z.string().regex(/^[A-Z.]{1,10}$/),
    qty: z.optional(decimal),
    // Alpaca rejects more than two places, although its description allows any decimal.
    notional: z.optional(z.string().regex(/^\d+\.\d{2}$/, 'Not limited to two decimal places')),
    side: z.enum(['buy', 'sell']),
    type: z.enum(['market', 'limit', 'stop', 'stop_limit', 'trailing_stop']),
    time_in_force: z.enum(['day', 'gtc', 'opg', 'cls', 'ioc', 'fok']),
    client_order_id: z.optional(z.string().min(1).max(48)),
  })
  .refine(({ qty, notional }) => (qty === undefined) !== (notional === undefined), 'One of qty and notional')
  .refine(
    ({ type, time_in_force: force }) => type === 'market' && force === 'day',
    'Fractions are for market orders of the day',
  )

interface Operation {
  readonly path: RegExp
  readonly query: z.ZodType
  readonly body?: z.ZodType
}

const ACCOUNT = '/v1/trading/accounts/[0-9a-f-]{36}'

/** The operations that we use, by their names (`operationId`) in the descriptions. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST createOrderForAccount': {
    path: new RegExp(`^${ACCOUNT}/orders$`),
    query: z.strictObject({}),
    body: Order,
  },
  'GET getOrderByClientOrderIdForAccount': {
    path: new RegExp(`^${ACCOUNT}/orders:by_client_order_id$`),
    query: z.strictObject({ client_order_id: z.string().min(1).max(48) }),
  },
  'GET getOrderForAccount': {
    path: new RegExp(`^${ACCOUNT}/orders/[0-9a-f-]{36}$`),
    query: z.strictObject({}),
  },
  'GET getPositionsForAccount': {
    path: new RegExp(`^${ACCOUNT}/positions$`),
    query: z.strictObject({}),
  },
  'GET getTradingAccount': {
    path: new RegExp(`^${ACCOUNT}/account$`),
    query: z.strictObject({}),
  },
  'GET queryMarketCalendar': {
    path: /^\/v1\/calendar$/,
    query: z.strictObject({ start: z.optional(day), end: z.optional(day) }),
  },
  'GET StockBars': {
    path: /^\/v2\/stocks\/bars$/,
    query: z.strictObject({
      symbols: z.string().min(1),
      timeframe: z.string().regex(/^([1-5]?\dMin|([1-9]|1\d|2[0-3])Hour|1Day|1Week|([1-4]|6|12)Month)$/),
      start: z.optional(day),
      end: z.optional(day),
      limit: z.optional(whole.refine((text) => Number(text) >= 1 && Number(text) <= 10_000)),
      adjustment: z.optional(
        z.string().regex(/^(raw|all|(split|dividend|spin-off)(,(split|dividend|spin-off))*)$/),
      ),
      feed: z.optional(z.enum(['sip', 'iex', 'boats', 'otc'])),
      page_token: z.optional(z.string()),
    }),
  },
  'GET CorporateActions': {
    path: /^\/v1\/corporate-actions$/,
    query: z.strictObject({
      symbols: z.optional(z.string().min(1)),
      types: z.optional(
        z
          .string()
          .regex(/^(reverse_split|forward_split|unit_split|cash_dividend|stock_dividend|spin_off|,)+$/),
      ),
      start: z.optional(day),
      end: z.optional(day),
      limit: z.optional(whole.refine((text) => Number(text) >= 1 && Number(text) <= 1_000)),
      page_token: z.optional(z.string()),
    }),
  },
}

const issuesOf = (of: string, error: z.ZodError): string[] =>
  error.issues.map(({ path, message }) => `${of} ${path.join('.')}: ${message}`)

/** What in a request violates Alpaca's descriptions, in words; null when nothing does. */
export const againstSpecification = ({ method, url, body }: AlpacaRequest): string | null => {
  const { pathname, searchParams } = new URL(url, 'https://broker-api.alpaca.markets')
  const found = Object.entries(OPERATIONS).find(
    ([name, { path }]) => name.startsWith(`${method} `) && path.test(pathname),
  )
  if (!found) return `${method} ${pathname}: no operation of this method and path`
  const [name, operation] = found
  const names = [...searchParams.keys()]
  const problems = names.length === new Set(names).size ? [] : ['A parameter comes twice']
  const query = operation.query.safeParse(Object.fromEntries(searchParams))
  if (!query.success) problems.push(...issuesOf('query', query.error))
  if (!operation.body && body !== '') problems.push('A body that nobody reads')
  const sent = operation.body?.safeParse(body === '' ? undefined : JSON.parse(body))
  if (sent && !sent.success) problems.push(...issuesOf('body', sent.error))
  return problems.length === 0 ? null : `${name}: ${problems.join('; ')}`
}
