import type * as z from 'zod/mini'
import { REFUSAL_CODES } from '../../events/refusal-codes.ts'
import {
  AS_OF_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  POSITION_HEADER,
  type Operation,
} from '../contract/operation.ts'
import { ErrorBody } from '../contract/errors.ts'
import { operations } from '../contract/operations.ts'
import { capitalised, type Components, createComponents } from './components.ts'
import { constrained } from './constraints.ts'
import { type Codes, type Examples, readCodes, readExamples } from './examples.ts'
import { describeOperation, guide } from './guide.ts'
import { LEDGER_READS } from './ledger-reads.ts'
import { contractNames } from './names.ts'
import { parametersFor } from './parameters.ts'
import type { JsonSchema } from './portable.ts'
import {
  isRefused,
  REFUSAL_HEADERS,
  REFUSALS,
  refusalsOf,
  successesOf,
  type RefusedStatus,
} from './refusals.ts'
import { schemaOf } from './schemas.ts'
import { JSON_TYPES, REFUSAL_TYPES, TAGGED } from './sent.ts'
import { tagOf, tags } from './tags.ts'
import { scopesFor } from './token-scopes.ts'

const JSON_TYPE = 'application/json'

/** What is collected and looked up while the document is written. */
interface Document {
  readonly components: Components
  readonly examples: Examples
  readonly codes: Codes
}

const contentOf = (schema: JsonSchema, mediaTypes: readonly string[] = [JSON_TYPE]) =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]))

/** Headers of answers, as components. */
const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'X-Request-Id': {
    description:
      'The id of this request, by which we find it in our logs; the one that was sent, if it was fit.',
    schema: { type: 'string' },
  },
  [POSITION_HEADER]: {
    description: 'Ledger position of the events that the command wrote.',
    schema: { type: 'string', pattern: '^[0-9]{1,19}$' },
  },
  [IDEMPOTENCY_KEY_HEADER]: {
    description: 'The key of the request, or the one that it was given.',
    schema: { type: 'string', format: 'uuid' },
  },
  [AS_OF_HEADER]: {
    description: 'The time as of which the data was true.',
    schema: { type: 'string', format: 'date-time' },
  },
  ETag: {
    description: 'Names this state, for `If-Match` and, where it is declared, `If-None-Match`.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds after which to come again.',
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': {
    description: '`Bearer`; with an access token that is not valid `Bearer error="invalid_token"`.',
    schema: { type: 'string' },
  },
  Allow: { description: 'The methods that the path has.', schema: { type: 'string' } },
}

const headersOf = (names: readonly string[]) => ({
  headers: Object.fromEntries(
    ['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ),
})

/** The body of an answer, by media type, with the example where it was sent so. */
const answersOf = (
  { id, mediaTypes }: Operation,
  response: z.ZodMiniType,
  status: number,
  { components, examples }: Document,
) => {
  const place = (schema: z.ZodMiniType) =>
    components.place(schemaOf(schema, 'output'), `${capitalised(id)}Answer`)
  const contents: Readonly<Record<string, { readonly schema: JsonSchema }>> =
    JSON_TYPES[id] === undefined
      ? contentOf(place(response), mediaTypes)
      : Object.fromEntries(
          Object.entries(JSON_TYPES[id]).map(([mediaType, schema]) => [mediaType, { schema: place(schema) }]),
        )
  const { type = '', answer } = examples[id] ?? {}
  return status < 300 && type in contents
    ? { ...contents, [type]: { ...contents[type], example: answer } }
    : contents
}

const successOf = (operation: Operation, status: number, document: Document) => {
  const { id, movesValue, response } = operation
  const sent: readonly (readonly [boolean, readonly string[]])[] = [
    [movesValue === true, [POSITION_HEADER, IDEMPOTENCY_KEY_HEADER]],
    [LEDGER_READS.has(id), [AS_OF_HEADER]],
    [TAGGED.has(id), ['ETag']],
  ]
  const headers = headersOf(sent.flatMap(([holds, names]) => (holds ? names : [])))
  if (status === 304) return { description: 'Not changed', ...headers }
  return {
    description: 'Done',
    ...headers,
    ...(response && { content: answersOf(operation, response, status, document) }),
  }
}

const refusal = (status: RefusedStatus, mediaTypes: readonly string[]) => ({
  description: REFUSALS[status][1],
  ...headersOf(REFUSAL_HEADERS[status] ?? []),
  content: contentOf({ $ref: '#/components/schemas/ErrorBody' }, mediaTypes),
})

const refusalOf = ({ id }: Operation, status: RefusedStatus) => {
  const besides = REFUSAL_TYPES[id]
  return besides === undefined
    ? { $ref: `#/components/responses/${REFUSALS[status][0]}` }
    : refusal(status, [JSON_TYPE, besides])
}

const requestOf = ({ id }: Operation, body: z.ZodMiniType, { components, examples }: Document) => {
  const schema = components.place(constrained(id, schemaOf(body, 'input')), `${capitalised(id)}Body`)
  const example = examples[id]?.request
  return { required: true, content: { [JSON_TYPE]: { schema, ...(example !== undefined && { example }) } } }
}

const describe = (operation: Operation, all: readonly Operation[], document: Document) => {
  const { id, body } = operation
  return {
    operationId: id,
    tags: [tagOf(operation.path)],
    summary: operation.summary,
    description: describeOperation(operation, document.codes),
    // One requirement: the session's cookie is worth nothing without its signature.
    security: [
      ...(operation.access === 'member' ? [{ session: [], signature: [] }] : []),
      ...(scopesFor(id).length > 0 ? [{ token: [] }] : []),
    ],
    parameters: parametersFor(operation, document.components),
    ...(body && { requestBody: requestOf(operation, body, document) }),
    responses: Object.fromEntries([
      ...successesOf(operation).map((status) => [String(status), successOf(operation, status, document)]),
      ...refusalsOf(operation, all).map((status) => [String(status), refusalOf(operation, status)]),
    ]),
  }
}

/** Refusals as components, by name; 501 is only in responses of its own. */
const refusalComponents = () =>
  Object.fromEntries(
    Object.keys(REFUSALS)
      .map(Number)
      .filter(isRefused)
      .filter((status) => status !== 501)
      .map((status) => [REFUSALS[status][0], refusal(status, [JSON_TYPE])]),
  )

/** Every code of a rule, and every other that was answered, with its status and, where there is one, a sentence. */
const errorCodes = (codes: Codes) => {
  const ofRules = Object.entries(REFUSAL_CODES).map(([code, { status }]) => [code, { status }] as const)
  const answered = Object.entries(codes).map(
    ([code, { status, sentence }]) => [code, { status, sentence }] as const,
  )
  const all: Readonly<Record<string, { readonly status: number; readonly sentence?: string }>> =
    Object.fromEntries([...ofRules, ...answered])
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The contract as an OpenAPI 3.1 document; `cookieName`: the session cookie, `origin`: where it is served. */
export const openApiDocument = (cookieName: string, origin: string) => {
  const components = createComponents(contractNames())
  const document = { components, examples: readExamples(), codes: readCodes() }
  components.place(schemaOf(ErrorBody, 'output'), 'ErrorBody')
  const paths: Record<string, Record<string, unknown>> = {}
  const all: readonly Operation[] = Object.values(operations)
  for (const operation of all) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = describe(operation, all, document)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Youtility',
      version: '1',
      description: guide(cookieName),
      contact: { name: 'Youtility', url: origin },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: origin }],
    'x-error-codes': errorCodes(document.codes),
    tags,
    paths,
    components: {
      schemas: components.schemas,
      responses: refusalComponents(),
      headers: HEADERS,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName,
          description: 'The session, with its signature.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A personal access token, made in the profile.',
        },
        signature: {
          type: 'apiKey',
          in: 'cookie',
          name: `${cookieName}.sig`,
          description: 'The signature of the session’s cookie.',
        },
      },
    },
  }
}
