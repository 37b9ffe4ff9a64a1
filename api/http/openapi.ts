import * as z from 'zod/mini'
import {
  IDEMPOTENCY_KEY_HEADER,
  MIN_POSITION_HEADER,
  POSITION_HEADER,
  type Operation,
} from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { ErrorBody } from '../contract/errors.ts'
import type { AppMiddleware } from './context.ts'

type JsonSchema = Record<string, unknown>

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** The fields of an object schema, each as a parameter. */
const parametersOf = (schema: z.ZodMiniType | undefined, place: 'path' | 'query') => {
  if (!schema) return []
  const { properties, required } = schemaOf(schema, 'input')
  const names = Array.isArray(required) ? required : []
  return Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => ({
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

const describe = (operation: Operation) => ({
  operationId: operation.id,
  summary: operation.summary,
  security: operation.access === 'member' ? [{ session: [] }] : [],
  parameters: parameters(operation),
  ...(operation.body && {
    requestBody: { required: true, content: json(schemaOf(operation.body, 'input')) },
  }),
  responses: {
    [operation.response ? (operation.status ?? 200) : 204]: {
      description: 'Done',
      ...(operation.movesValue && {
        headers: { [POSITION_HEADER]: { schema: { type: 'string' } } },
      }),
      ...(operation.response && {
        content: contentOf(schemaOf(operation.response, 'output'), operation.mediaTypes),
      }),
    },
    default: {
      description: 'Refused',
      content: json({ $ref: '#/components/schemas/Error' }),
    },
  },
})

/** The contract as an OpenAPI 3.1 document; `cookieName` is that of the session. */
export const openApiDocument = (cookieName: string) => {
  const paths: Record<string, Record<string, unknown>> = {}
  const table: readonly Operation[] = Object.values(operations)
  for (const operation of table) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = describe(operation)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Youtility', version: '1', description: 'Calls of the Youtility web application.' },
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
  }
}

/** Serves the document at `/api/openapi.json`. */
export const serveOpenApi = (cookieName: string): AppMiddleware => {
  let text: string | undefined
  return (ctx, next) => {
    if (ctx.path !== '/api/openapi.json' || ctx.method !== 'GET') return next()
    ctx.state.route = '/api/openapi.json'
    text ??= JSON.stringify(openApiDocument(cookieName))
    ctx.set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' })
    ctx.body = text
    return undefined
  }
}
