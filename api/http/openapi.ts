import * as z from 'zod/mini'
import {
  IDEMPOTENCY_KEY_HEADER,
  MIN_POSITION_HEADER,
  PASSKEY_HEADER,
  POSITION_HEADER,
  type Operation,
} from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { knownValues } from '../contract/open.ts'
import { ErrorBody } from '../contract/errors.ts'
import type { AppMiddleware } from './context.ts'

type JsonSchema = Record<string, unknown>

/** Says that an answer may have further fields, and which values of an open enum there are today, not for ever. */
const describeOpen = (schema: z.core.$ZodType, written: JsonSchema): void => {
  const { def } = schema._zod
  if (def.type === 'object' && !('catchall' in def)) delete written['additionalProperties']
  const known = knownValues.get(schema)
  if (known === undefined) return
  written['x-extensible-enum'] = [...known.values]
  written['description'] = `${known.values.join(', ')}, or what a later release adds.`
}

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => describeOpen(zodSchema, jsonSchema),
  })
  return rest
}

/** The fields of an object schema, each as a parameter. */
const parametersOf = (schema: z.ZodMiniType | undefined, place: 'path' | 'query') => {
  if (!schema) return []
  const { properties, required } = schemaOf(schema, 'input')
  const names = Array.isArray(required) ? required : []
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || names.includes(name),
    schema: property,
  }))
}

const headerParameter = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

const parameters = (operation: Operation) => [
  ...parametersOf(operation.params, 'path'),
  ...parametersOf(operation.query, 'query'),
  ...(operation.movesValue
    ? [
        headerParameter(IDEMPOTENCY_KEY_HEADER, 'Names one intent; the same key never moves money twice.', {
          type: 'string',
          format: 'uuid',
        }),
      ]
    : []),
  ...(operation.access === 'member' && (operation.sensitive !== undefined || operation.method !== 'GET')
    ? [
        headerParameter(
          PASSKEY_HEADER,
          'What a passkey signed for this very request after `fresh_sign_in_required`: a PublicKeyCredential as JSON.',
          { type: 'string' },
        ),
      ]
    : []),
  ...(operation.also?.includes(412) === true
    ? [
        headerParameter('If-Match', 'Change it only while it is still what this entity tag names.', {
          type: 'string',
        }),
      ]
    : []),
  ...(operation.method === 'GET' && operation.access === 'member'
    ? [
        headerParameter(MIN_POSITION_HEADER, 'Answer only with data at least as new as this position.', {
          type: 'string',
          pattern: '^\\d{1,19}$',
        }),
      ]
    : []),
]

const contentOf = (schema: JsonSchema, mediaTypes: readonly string[] = ['application/json']) =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]))
const json = (schema: JsonSchema) => contentOf(schema)

/** Error responses, each with its reason. `api/http` and the areas return no others. */
const REFUSALS = {
  400: ['InvalidRequest', 'The request does not fit the contract; `fields` says where.'],
  401: ['NotSignedIn', 'There is no session.'],
  403: ['Forbidden', 'Another site made the request, or it needs what this session does not have.'],
  404: ['NotFound', 'There is no such thing, or it is somebody else’s.'],
  406: ['NotAcceptable', 'It cannot be had in the media types that are accepted.'],
  409: ['Conflict', 'Something else happened first, or the same key came with another request.'],
  410: ['Gone', 'It was there, and will not be again.'],
  412: ['ChangedElsewhere', 'It is not any more what `If-Match` names.'],
  413: ['TooLarge', 'The body is larger than the operation can need.'],
  415: ['UnsupportedMediaType', 'The body is not plain application/json.'],
  422: ['Refused', 'A rule refuses it; `code` says which one.'],
  429: ['TooMany', 'Too many calls; `Retry-After` says when to come again.'],
  '5XX': [
    'Failed',
    'Nothing is wrong with the request. It can be made again, with the same key where it has one.',
  ],
} as const
type RefusedStatus = keyof typeof REFUSALS

/** Error statuses of an operation, derived from its declaration. */
const refusalsOf = (operation: Operation): readonly RefusedStatus[] => {
  const { method, access, params, query, body, also = [] } = operation
  const changes = method !== 'GET' || operation.changesState === true
  const takesSomething = params !== undefined || query !== undefined || body !== undefined
  const when: readonly (readonly [boolean, readonly RefusedStatus[]])[] = [
    [true, [400]],
    [access === 'member', [401]],
    [changes, [403]],
    [takesSomething, [404]],
    [also.includes(406), [406]],
    [changes, [409]],
    [also.includes(410), [410]],
    [also.includes(412), [412]],
    [body !== undefined || changes, [413, 415]],
    [access === 'member' || changes, [422]],
    [true, [429, '5XX']],
  ]
  return when.flatMap(([holds, statuses]) => (holds ? statuses : []))
}

const successesOf = ({ response, status, also = [] }: Operation): readonly number[] => [
  response ? (status ?? 200) : 204,
  ...also.filter((one) => one === 200),
]

const describe = (operation: Operation) => {
  const done = {
    description: 'Done',
    ...(operation.movesValue && {
      headers: { [POSITION_HEADER]: { schema: { type: 'string' } } },
    }),
    ...(operation.response && {
      content: contentOf(schemaOf(operation.response, 'output'), operation.mediaTypes),
    }),
  }
  return {
    operationId: operation.id,
    summary: operation.summary,
    security: operation.access === 'member' ? [{ session: [] }] : [],
    parameters: parameters(operation),
    ...(operation.body && {
      requestBody: { required: true, content: json(schemaOf(operation.body, 'input')) },
    }),
    responses: Object.fromEntries([
      ...successesOf(operation).map((status) => [String(status), done]),
      ...refusalsOf(operation).map((status) => [
        String(status),
        { $ref: `#/components/responses/${REFUSALS[status][0]}` },
      ]),
    ]),
  }
}

const refusedResponses = () =>
  Object.fromEntries(
    Object.values(REFUSALS).map(([name, description]) => [
      name,
      { description, content: json({ $ref: '#/components/schemas/Error' }) },
    ]),
  )

/** The contract as an OpenAPI 3.1 document; `cookieName`: the session cookie, `origin`: where it is served. */
export const openApiDocument = (cookieName: string, origin: string) => {
  const paths: Record<string, Record<string, unknown>> = {}
  const table: readonly Operation[] = Object.values(operations)
  for (const operation of table) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = describe(operation)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Youtility',
      version: '1',
      description: 'Calls of the Youtility web application.',
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      responses: refusedResponses(),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
  }
}

/** Serves the document at `/api/openapi.json`. */
export const serveOpenApi = (cookieName: string, origin: string): AppMiddleware => {
  let text: string | undefined
  return (ctx, next) => {
    if (ctx.path !== '/api/openapi.json' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
    ctx.state.route = '/api/openapi.json'
    text ??= JSON.stringify(openApiDocument(cookieName, origin))
    ctx.state.answer = {
      status: 200,
      headers: ['Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-cache'],
      body: text,
    }
    return undefined
  }
}
