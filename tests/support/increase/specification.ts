import type { Increase } from 'increase'
import { z } from 'zod'

/**
 * The version of Increase's SDK (npm `increase`, made from Increase's OpenAPI description) whose types the operations
 * below are checked against by the compiler: each schema accepts only what the SDK's type has.
 */
export const SPECIFICATION_VERSION = '0.583.0'

/** One request to Increase, as sent. */
export interface IncreaseRequest {
  readonly method: string
  /** Including the query. */
  readonly url: string
  /** As sent, empty when there is none. */
  readonly body: string
  readonly idempotencyKey: string | undefined
}

/** The named fields of a type of the SDK, most of which allow any others. */
type Named<T> = { [Name in keyof T as string extends Name ? never : Name]: T[Name] }
/** A schema whose values are values of a type of the SDK; one with a field that the type lacks does not compile. */
type Of<T, S extends z.ZodObject> =
  z.infer<S> extends Named<T> ? (keyof z.infer<S> extends keyof Named<T> ? S : never) : never
const of =
  <T>() =>
  <S extends z.ZodObject>(schema: S & Of<T, S>): z.ZodType =>
    schema

const text = (longest = 200) =>
  z
    .string()
    .min(1)
    .max(longest)
    .regex(/^[\x20-\x7e]*$/, 'Has letters that payment networks do not carry')
const id = (kind: string) => z.string().regex(new RegExp(`^${kind}_\\w+$`), `Not the id of a ${kind}`)
const cents = z.int().positive()
const routingNumber = z.string().regex(/^\d{9}$/)
const accountNumber = z.string().regex(/^\d{1,17}$/)

const number = of<Increase.AccountNumberCreateParams>()(
  z.strictObject({
    account_id: id('account'),
    name: text(),
    inbound_ach: z.strictObject({ debit_status: z.enum(['allowed', 'blocked']) }),
  }),
)
const account = of<Increase.AccountCreateParams>()(
  z.strictObject({ name: text(), program_id: id('program'), entity_id: id('entity') }),
)
const move = of<Increase.AccountTransferCreateParams>()(
  z.strictObject({
    account_id: id('account'),
    destination_account_id: id('account'),
    amount: cents,
    description: text(),
  }),
)
// The lengths of names are those of an entry of Nacha.
const ach = of<Increase.ACHTransferCreateParams>()(
  z.strictObject({
    account_id: id('account'),
    amount: cents,
    statement_descriptor: text(),
    routing_number: routingNumber,
    account_number: accountNumber,
    funding: z.enum(['checking', 'savings', 'loan', 'general_ledger']),
    standard_entry_class_code: z.enum([
      'corporate_credit_or_debit',
      'corporate_trade_exchange',
      'prearranged_payments_and_deposit',
      'internet_initiated',
    ]),
    destination_account_holder: z.enum(['business', 'individual', 'unknown']),
    individual_name: text(22),
    company_name: text(16),
    company_entry_description: text(10),
    preferred_effective_date: z.strictObject({ settlement_schedule: z.enum(['same_day', 'future_dated']) }),
  }),
)
const instant = {
  amount: cents,
  creditor_name: text(140),
  debtor_name: text(140),
  source_account_number_id: id('account_number'),
  unstructured_remittance_information: text(140),
  routing_number: routingNumber,
  account_number: accountNumber,
}

/** Parameters of a query, which are text: lists separated by commas, nested names with dots. */
const time = z.iso.datetime()
const limit = z.string().regex(/^([1-9]\d?|100)$/, 'Not from 1 to 100')
const page = { cursor: z.exactOptional(z.string()), limit: z.exactOptional(limit) }
const created = {
  'created_at.on_or_after': z.exactOptional(time),
  'created_at.before': z.exactOptional(time),
}
const listed = <T extends string>(values: readonly [T, ...T[]]) =>
  z.string().refine((all) => all.split(',').every((one) => (values as readonly string[]).includes(one)))

type Category = NonNullable<NonNullable<Increase.TransactionListParams['category']>['in']>[number]
type EventCategory = NonNullable<NonNullable<Increase.EventListParams['category']>['in']>[number]
const CATEGORIES = [
  'inbound_ach_transfer',
  'inbound_real_time_payments_transfer_confirmation',
  'inbound_fednow_transfer_confirmation',
  'inbound_wire_transfer',
  'inbound_ach_transfer_return_intention',
] as const satisfies readonly Category[]
const EVENTS = ['ach_transfer.updated'] as const satisfies readonly EventCategory[]

const byKey = z.strictObject({
  idempotency_key: z.string().min(1).max(200),
} satisfies Partial<Record<keyof Increase.ACHTransferListParams, z.ZodType>>)
const nothing = z.strictObject({})

interface Operation {
  readonly path: RegExp
  readonly query?: z.ZodType
  readonly body?: z.ZodType
}

/** The operations that we use. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST accounts.create': { path: /^\/accounts$/, body: account },
  'GET accounts.retrieve': { path: /^\/accounts\/account_\w+$/ },
  'POST accounts.close': { path: /^\/accounts\/account_\w+\/close$/ },
  'POST accountTransfers.create': { path: /^\/account_transfers$/, body: move },
  'GET accountTransfers.list': { path: /^\/account_transfers$/, query: byKey },
  'GET accountNumbers.list': { path: /^\/account_numbers$/, query: byKey },
  'POST accountNumbers.create': { path: /^\/account_numbers$/, body: number },
  'GET accountNumbers.retrieve': { path: /^\/account_numbers\/account_number_\w+$/ },
  'PATCH accountNumbers.update': {
    path: /^\/account_numbers\/account_number_\w+$/,
    body: of<Increase.AccountNumberUpdateParams>()(z.strictObject({ status: z.enum(['canceled']) })),
  },
  'POST achTransfers.create': { path: /^\/ach_transfers$/, body: ach },
  'GET achTransfers.list': { path: /^\/ach_transfers$/, query: byKey },
  'GET achTransfers.retrieve': { path: /^\/ach_transfers\/ach_transfer_\w+$/ },
  'POST realTimePaymentsTransfers.create': {
    path: /^\/real_time_payments_transfers$/,
    body: of<Increase.RealTimePaymentsTransferCreateParams>()(z.strictObject(instant)),
  },
  'GET realTimePaymentsTransfers.list': { path: /^\/real_time_payments_transfers$/, query: byKey },
  'GET realTimePaymentsTransfers.retrieve': {
    path: /^\/real_time_payments_transfers\/real_time_payments_transfer_\w+$/,
  },
  'POST fednowTransfers.create': {
    path: /^\/fednow_transfers$/,
    body: of<Increase.FednowTransferCreateParams>()(z.strictObject(instant)),
  },
  'GET fednowTransfers.list': { path: /^\/fednow_transfers$/, query: byKey },
  'GET fednowTransfers.retrieve': { path: /^\/fednow_transfers\/fednow_transfer_\w+$/ },
  'GET inboundACHTransfers.retrieve': { path: /^\/inbound_ach_transfers\/inbound_ach_transfer_\w+$/ },
  'GET routingNumbers.list': {
    path: /^\/routing_numbers$/,
    query: z.strictObject({ ...page, routing_number: routingNumber }),
  },
  'GET accounts.balance': {
    path: /^\/accounts\/account_\w+\/balance$/,
    query: z.strictObject({ at_time: z.exactOptional(time) } satisfies Partial<
      Record<keyof Increase.AccountBalanceParams, z.ZodType>
    >),
  },
  'GET transactions.list': {
    path: /^\/transactions$/,
    query: z.strictObject({
      ...page,
      ...created,
      account_id: z.exactOptional(id('account')),
      'category.in': z.exactOptional(listed(CATEGORIES)),
    }),
  },
  'GET events.list': {
    path: /^\/events$/,
    query: z.strictObject({
      ...page,
      ...created,
      'category.in': listed(EVENTS),
      'order_by.field': z.literal('created_at'),
      'order_by.direction': z.enum(['ascending', 'descending']),
    }),
  },
}

const issuesOf = (part: string, error: z.ZodError): string[] =>
  error.issues.map(({ path, message }) => `${part} ${path.join('.')}: ${message}`)

/** What in a request violates the SDK's types, in words without the values; null when nothing does. */
export const againstSpecification = ({
  method,
  url,
  body,
  idempotencyKey,
}: IncreaseRequest): string | null => {
  const { pathname, searchParams } = new URL(url, 'https://api.increase.com')
  const found = Object.entries(OPERATIONS).find(
    ([name, { path }]) => name.startsWith(`${method} `) && path.test(pathname),
  )
  if (!found) return `${method} ${pathname}: no operation of this method and path`
  const [name, operation] = found
  const names = [...searchParams.keys()]
  const problems = names.length === new Set(names).size ? [] : ['A parameter comes twice']
  const query = (operation.query ?? nothing).safeParse(Object.fromEntries(searchParams))
  if (!query.success) problems.push(...issuesOf('query', query.error))
  if (!operation.body && body !== '') problems.push('A body that nobody reads')
  const sent = operation.body?.safeParse(body === '' ? undefined : JSON.parse(body))
  if (sent && !sent.success) problems.push(...issuesOf('body', sent.error))
  // The SDK makes keys up where there is none: every one has to be ours.
  if (
    method === 'POST' &&
    (!idempotencyKey || idempotencyKey.length > 200 || idempotencyKey.startsWith('stainless'))
  )
    problems.push('Not a key of ours')
  return problems.length === 0 ? null : `${name}: ${problems.join('; ')}`
}
