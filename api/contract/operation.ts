import type * as z from 'zod/mini'
import type { SecurityEventKind } from './security-event-kind.ts'

/** Who may call: anybody, or a signed-in member. */
export type Access = 'public' | 'member'

/**
 * One call of the HTTP API. The same object validates the request on the server, the response in the
 * client, and describes the call in `/api/openapi.json`.
 */
export interface Operation<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `{name}` placeholders, as in OpenAPI. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** Moves value: takes an `Idempotency-Key` and returns the same response for the same key. */
  readonly movesValue?: boolean
  /** Costs far more than other calls (a whole history, thousands of rows): a member can run one at a time. */
  readonly heavy?: boolean
  /**
   * An action that must be impossible in a stolen, unlocked browser: requires a fresh sign-in and is recorded in the
   * member's security trail as `event`. `what` completes "please sign in again before this: …".
   */
  readonly sensitive?: { readonly event: SecurityEventKind; readonly what: string }
  /** A GET that changes something: rejected when a page of another origin makes it. */
  readonly changesState?: boolean
  /** A GET that depends only on the member and its query: `getTogether` can batch several of them in one request. */
  readonly batchable?: boolean
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Absent: 204, no body. */
  readonly response?: Response
  readonly status?: 200 | 201 | 204
  /** Further statuses: 200 instead of 201 when nothing new was created; 406, 410 and 412 as in RFC 9110. */
  readonly also?: readonly (200 | 406 | 410 | 412)[]
  /** Media types of a response that is not JSON; `response` then describes its text. */
  readonly mediaTypes?: readonly string[]
}

/** Fields that declare a call, besides its name, method, path and access. */
type Declaration = Omit<Operation, 'id' | 'method' | 'path' | 'access'>

const callsFor = <const A extends Access>(access: A) => {
  const by =
    <const M extends Operation['method']>(method: M) =>
    <const D extends Declaration>(path: string, declaration: D) => ({ ...declaration, access, method, path })
  return { get: by('GET'), post: by('POST'), put: by('PUT'), delete: by('DELETE') }
}

/** Calls that only a signed-in member may make. */
export const member = callsFor('member')
/** Calls that anybody may make. */
export const anybody = callsFor('public')

type Named<Calls> = { readonly [Id in keyof Calls]: Calls[Id] & { readonly id: string } }

/** The calls of an area, each named by its key; keeps the precise schema types. */
export const defineOperations = <const Calls extends Readonly<Record<string, Omit<Operation, 'id'>>>>(
  calls: Calls,
): Named<Calls> =>
  // `Object.fromEntries` loses the keys; the result is every call with its id added, as the type says.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(Object.entries(calls).map(([id, call]) => [id, { ...call, id }])) as Named<Calls>

type SchemaOutput<S> = S extends z.ZodMiniType ? z.output<S> : undefined
type SchemaInput<S> = S extends z.ZodMiniType ? z.input<S> : undefined

export type ParamsOf<T extends Operation> = SchemaOutput<T['params']>
export type QueryOf<T extends Operation> = SchemaOutput<T['query']>
export type BodyOf<T extends Operation> = SchemaOutput<T['body']>
export type BodyInput<T extends Operation> = SchemaInput<T['body']>
export type QueryInput<T extends Operation> = SchemaInput<T['query']>
export type ResponseOf<T extends Operation> = SchemaOutput<T['response']>

/** Header: a UUID that the client generates for one intent and repeats with every retry of it. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key'
/** Response header: ledger position of the events the command wrote. */
export const POSITION_HEADER = 'Ledger-Position'
/** Request header of a GET: answer only with data at least as new as this ledger position. */
export const MIN_POSITION_HEADER = 'Ledger-Min-Position'
/** Response header of a GET of ledger data: server time (ISO 8601) the data was read. */
export const AS_OF_HEADER = 'As-Of'
/** On requests that a person caused: only they keep the session from ending after half an hour. */
export const PERSON_HEADER = 'Person-Present'
/** Request header: what a passkey signed for this very request, an `Assertion` (passkey-options.ts) as JSON. */
export const PASSKEY_HEADER = 'Passkey-Assertion'
