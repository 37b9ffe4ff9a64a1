import type * as z from 'zod/mini'
import {
  IDEMPOTENCY_KEY_HEADER,
  MIN_POSITION_HEADER,
  type Operation,
  PASSKEY_HEADER,
} from '../contract/operation.ts'
import type { Components } from './components.ts'
import { capitalised } from './components.ts'
import { LEDGER_READS } from './ledger-reads.ts'
import type { JsonSchema } from './portable.ts'
import { schemaOf } from './schemas.ts'
import { CONDITIONAL_READS } from './sent.ts'

/** The fields of an object schema, each as a parameter. */
const parametersOf = (
  schema: z.ZodMiniType | undefined,
  place: 'path' | 'query',
  { components, id }: { readonly components: Components; readonly id: string },
) => {
  if (!schema) return []
  const { properties, required } = schemaOf(schema, 'input')
  const names = Array.isArray(required) ? required : []
  return Object.entries(Object(properties)).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || names.includes(name),
    schema: components.place(Object(property), `${capitalised(id)}${capitalised(name)}`),
  }))
}

const header = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

/** No format `uuid`: clients that openapi-python-client makes would hand their HTTP library an object instead of text. */
const KEY: JsonSchema = {
  type: 'string',
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$',
}
const POSITION: JsonSchema = { type: 'string', pattern: '^[0-9]{1,19}$' }
const TEXT: JsonSchema = { type: 'string' }

/** Header parameters, each with the operations that read it. */
const HEADERS: readonly (readonly [(operation: Operation) => boolean, ReturnType<typeof header>])[] = [
  [
    ({ movesValue }) => movesValue === true,
    header(
      IDEMPOTENCY_KEY_HEADER,
      'A UUID that names one intent; the same key never moves money twice.',
      KEY,
    ),
  ],
  [
    ({ access, sensitive, method }) => access === 'member' && (sensitive !== undefined || method !== 'GET'),
    header(
      PASSKEY_HEADER,
      'What a passkey signed for this very request after `fresh_sign_in_required`: a PublicKeyCredential as JSON.',
      TEXT,
    ),
  ],
  [
    ({ also }) => also?.includes(412) === true,
    header(
      'If-Match',
      'Change it only while it is still what this entity tag names: the `ETag` it came with.',
      TEXT,
    ),
  ],
  [
    ({ id }) => CONDITIONAL_READS.has(id),
    header('If-None-Match', 'Answer 304 while it is still what this entity tag names.', TEXT),
  ],
  [
    ({ id }) => LEDGER_READS.has(id),
    header(MIN_POSITION_HEADER, 'Answer only with data at least as new as this position.', POSITION),
  ],
]

export const parametersFor = (operation: Operation, components: Components) => {
  const named = { components, id: operation.id }
  return [
    ...parametersOf(operation.params, 'path', named),
    ...parametersOf(operation.query, 'query', named),
    ...HEADERS.flatMap(([isRead, parameter]) => (isRead(operation) ? [parameter] : [])),
  ]
}
