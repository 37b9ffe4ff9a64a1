import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Operation } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'
import { REFUSAL_CODES } from '../../../events/refusal-codes.ts'
import { openApiDocument } from '../../../api/openapi/document.ts'
import { readCodes, readExamples } from '../../../api/openapi/examples.ts'
import { isExampleOf } from '../../openapi/choose-examples.ts'

const document = openApiDocument('__Host-youtility', 'https://app.example')
const schemas: Readonly<Record<string, unknown>> = document.components.schemas
const table: readonly Operation[] = Object.values(operations)
const CONTRACT_DIR = path.join(import.meta.dirname, '../../../api/contract')
const METHODS = ['get', 'post', 'put', 'delete']

/** Codes that no API test was answered with over HTTP: races, failures of ours or of others, and what the decisions test. */
const UNSEEN: ReadonlySet<string> = new Set(
  `wallet_not_open not_sealed not_ended tile_not_found market_unavailable order_below_minimum passkey_not_added
  too_many_streams sale_pending internal_error too_many_at_once body_incomplete unsupported_encoding
  unsupported_media_type too_many_blocked bill_in_progress already_claimed withdrawal_not_found
  withdrawal_not_ordered withdrawal_not_instant amount_out_of_range raise_not_fresh payment_not_fresh payment_pending
  already_voted_since deposit_mismatch wallet_not_closed leftover_too_small
  rewards_in_progress closing_failed`.split(/\s+/),
)

const sourceOf = async (folder: string): Promise<string> => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'))
  return (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))).join('\n')
}

const walk = (value: unknown, visit: (key: string, value: unknown) => void): void => {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    visit(key, inner)
    walk(inner, visit)
  }
}

describe('openapi.json', () => {
  it('describes every operation once, under its path and method', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(described.toSorted()).toEqual(
      table.map(({ method, path }) => `${method.toLowerCase()} ${path}`).toSorted(),
    )
    for (const methods of Object.values(document.paths))
      for (const method of Object.keys(methods)) expect(METHODS).toContain(method)
  })

  it('shows of every operation what was really sent and answered, as the contract has it today', () => {
    const examples = readExamples()
    // A stream, a note with a witness’s signature, and what only some usage lets one do.
    const without = ['getStream', 'submitCosignature', 'applyInsight']
    const ids = table.filter(({ id, body, response }) => (body ?? response) && !without.includes(id))
    const missing = ids.filter((one) => !isExampleOf(one, examples[one.id] ?? {})).map(({ id }) => id)
    expect(missing, 'npm run examples writes them anew').toEqual([])
    const { post } = document.paths['/api/wallet/transfer'] ?? {}
    expect(JSON.stringify(post)).toMatch(/"example":\{"to_user_identifier":.*"example":\{"transfer_id":/)
    expect(JSON.stringify(examples)).not.toMatch(/127\.0\.0\.1|localhost|(?<!public_)secret_key|PRIVATE KEY/)
  })

  it('lists every code that the source refuses with, with a sentence that was answered', async () => {
    const source = (await Promise.all(['api', 'events'].map(sourceOf))).join('\n')
    const written = [...source.matchAll(/(?:Refusal\(|HttpError\(\s*[45]\d\d,)\s*'(\w+)'/g)].map(
      ([, code = '']) => code,
    )
    const codes = readCodes()
    const unlisted = [...new Set(written)].filter(
      (code) => codes[code]?.sentence === undefined && !UNSEEN.has(code),
    )
    expect(unlisted, 'npm run examples lists what the API tests were answered').toEqual([])
    expect(document['x-error-codes']['insufficient_funds']).toMatchObject({ status: 422 })
    const listed = Object.keys(document['x-error-codes'])
    expect(new Set(listed)).toEqual(new Set([...Object.keys(codes), ...Object.keys(REFUSAL_CODES)]))
    expect(listed).toEqual(listed.toSorted())
    expect(document.paths['/api/wallet/transfer']).toMatchObject({
      post: { description: expect.stringContaining('`insufficient_funds` (422)') },
    })
  })

  it('names the values of an answer that there are today, and takes no client’s belief that there are no others', () => {
    const activity = JSON.stringify(schemas['Activity'])
    expect(activity).toContain('"x-extensible-enum":["wallet_opened"')
    expect(activity).not.toContain('"additionalProperties":false')
    expect(JSON.stringify(schemas['GetReadinessAnswer'])).toContain('"additionalProperties":{')
    // What an app makes of a kind that it does not know is never sent.
    expect(JSON.stringify(document)).not.toContain('"unfamiliar"')
  })

  it('lets nothing but plain reads of a member be asked together: a part is not asked for a fresh sign-in', () => {
    const besides = table.filter(
      ({ batchable, method, access, params, heavy, sensitive, changesState, mediaTypes }) =>
        batchable &&
        (method !== 'GET' ||
          access !== 'member' ||
          params ||
          heavy ||
          sensitive ||
          changesState ||
          mediaTypes),
    )
    expect(besides.map(({ id }) => id)).toEqual([])
  })

  it('loses no operation of an area to one of another that has the same name', async () => {
    const files = (await readdir(CONTRACT_DIR)).filter(
      (name) => name.endsWith('.ts') && name !== 'operations.ts',
    )
    const areas = await Promise.all(
      files.map(
        async (name): Promise<Record<string, unknown>> =>
          import(pathToFileURL(path.join(CONTRACT_DIR, name)).href),
      ),
    )
    const declared = areas.flatMap((area) =>
      Object.entries(area).flatMap(([name, value]) =>
        name.endsWith('Operations') && typeof value === 'object' && value !== null ? Object.keys(value) : [],
      ),
    )
    expect(declared.toSorted()).toEqual(Object.keys(operations).toSorted())
  })

  it('has unique operation ids, and a parameter for each placeholder', () => {
    const ids = table.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, method } of table) {
      const described = document.paths[path]?.[method.toLowerCase()]
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const parameters: unknown = Reflect.get(Object(described), 'parameters')
      const inPath = Array.isArray(parameters) ? parameters.filter((one) => one.in === 'path') : []
      expect(inPath.map((one) => one.name)).toEqual(placeholders)
      for (const one of inPath) expect(one.required).toBe(true)
    }
  })

  it('is plain JSON whose references lead somewhere', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
    walk(document, (key, value) => {
      if (key === '$schema') throw new Error('one dialect for the document')
      if (key !== '$ref' || typeof value !== 'string') return
      const found = value
        .slice(2)
        .split('/')
        .reduce<unknown>((at, step) => Reflect.get(Object(at), step), document)
      expect(found, value).toBeTypeOf('object')
    })
  })

  it('tells the types of money calls', () => {
    expect(document.paths['/api/wallet/transfer']?.post).toMatchObject({
      operationId: 'transfer',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/TransferBody' } } },
      },
      responses: {
        201: {
          description: 'Done',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/TransferReceipt' } } },
          headers: { 'Ledger-Position': {}, 'Idempotency-Key': {} },
        },
        422: { $ref: '#/components/responses/Refused' },
      },
    })
    expect(schemas['TransferBody']).toMatchObject({ type: 'object', additionalProperties: false })
  })

  it('asks for both cookies of the session at once: one is worth nothing without the other', () => {
    expect(document.paths['/api/wallet']?.['get']).toMatchObject({
      security: [{ session: [], signature: [] }, { token: [] }],
    })
    expect(document.paths['/api/profile/export']?.['get']).toMatchObject({
      security: [{ session: [], signature: [] }],
    })
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: '__Host-youtility' },
      signature: { type: 'apiKey', in: 'cookie', name: '__Host-youtility.sig' },
    })
  })

  it('has no pattern that only JavaScript understands', () => {
    // Unicode properties and code points, shorthands of other meaning, look-around, names and references back.
    const foreign = /\\[pPuxkdDwW](?!\d)(?!x)|\(\?(?!:)|\\[1-9]/
    let seen = 0
    walk(document, (key, value) => {
      if (key !== 'pattern' || typeof value !== 'string') return
      seen += 1
      expect(value.replaceAll(/\\x[0-9a-f]{2}/g, ''), value).not.toMatch(foreign)
      expect(() => new RegExp(value), value).not.toThrow()
      expect(() => new RegExp(value, 'u'), value).not.toThrow()
    })
    expect(seen).toBeGreaterThan(50)
  })

  it('says of a time nothing but its format, and of a name nothing that each name is: clients check a text, and have none', () => {
    const faults: string[] = []
    walk(document, (_key, value) => {
      const { format, pattern, propertyNames } = Object(value)
      if (format === 'date-time' && pattern !== undefined) faults.push(`a time with the pattern ${pattern}`)
      if (propertyNames !== undefined) faults.push(JSON.stringify(propertyNames))
    })
    expect(faults).toEqual([])
    // No time is asked for, so there is no offset to refuse.
    expect(document.info.description).toContain('in UTC')
  })

  it('describes each header of a request as text: a client in Python sends no UUID as a header', () => {
    const headers = table.flatMap(({ method, path }) => {
      const found: unknown = Reflect.get(Object(document.paths[path]?.[method.toLowerCase()]), 'parameters')
      return Array.isArray(found) ? found.filter((one) => one.in === 'header') : []
    })
    for (const { name, schema } of headers) expect(schema, name).not.toHaveProperty('format')
    const key: unknown = headers.find((one) => one.name === 'Idempotency-Key')?.schema
    const pattern: unknown = Reflect.get(Object(key), 'pattern')
    expect(new RegExp(String(pattern)).test(randomUUID())).toBe(true)
    expect(new RegExp(String(pattern)).test('')).toBe(false)
  })

  it('has no words that generators stumble over: lists of types, constants, empty defaults, keywords of other dialects', () => {
    const faults: string[] = []
    walk(document.components.schemas, (key, value) => {
      if (key === 'type' && Array.isArray(value) && (value.length !== 2 || value[1] !== 'null'))
        faults.push(JSON.stringify(value))
      if (key === 'const' || key === '$defs') faults.push(key)
      if (key === 'default' && JSON.stringify(value) === '{}') faults.push('default: {}')
      // A type that is put together of rules only has no name in TypeScript.
      if (key === 'allOf') faults.push(JSON.stringify(value))
    })
    expect(faults).toEqual([])
    expect(schemas['StakeYutBody']).toMatchObject({
      properties: { amount: { type: 'string', pattern: '^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,18})?$' } },
    })
    expect(schemas['RequestTransferBody']).toMatchObject({
      properties: { amount: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
    })
    // As a union it would be a class of its own in C#, which holds no text.
    expect(schemas['ListTransactionsAnswer']).toMatchObject({
      properties: { next_cursor: { type: ['string', 'null'] } },
    })
    // As any of two, a client in C# would refuse an answer without it.
    expect(schemas['WalletOverview']).toMatchObject({
      properties: {
        overdrawn: { oneOf: [{ $ref: '#/components/schemas/WalletOverviewOverdrawn' }, { type: 'null' }] },
      },
    })
    expect(schemas['CloseAccountAnswer']).toMatchObject({
      properties: { closed: { type: 'boolean' } },
    })
  })

  it('says by which field the variants of a union differ, and which value means which', () => {
    const unions: unknown[] = []
    walk(document, (key, value) => {
      if (key === 'discriminator') unions.push(value)
    })
    expect(unions).toMatchObject([
      {
        propertyName: 'kind',
        mapping: { money_in: '#/components/schemas/ListNotificationsAnswerNotificationMoneyIn' },
      },
      { propertyName: 'kind', mapping: { change_plan: '#/components/schemas/InsightActionChangePlan' } },
    ])
  })

  it('has each object once, under the name that the contract gives to it', () => {
    const written = Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name] as const)
    const twice = [...Map.groupBy(written, ([text]) => text).values()].filter(({ length }) => length > 1)
    // Bodies and answers of operations that happen to be alike may be told apart later.
    expect(twice.map((same) => same.map(([, name]) => name))).toEqual([])
    const inside: string[] = []
    walk(document.paths, (key, value) => {
      if (key === 'properties') inside.push(JSON.stringify(value))
    })
    expect(inside).toEqual([])
    expect(schemas['TransferReceipt']).toMatchObject({
      properties: { recipient: { $ref: '#/components/schemas/PersonRef' } },
    })
    // Generators call the parameters and outcomes of an operation so.
    const taken = table.flatMap(({ id }) =>
      ['request', 'response'].map((what) => `${id}${what}`.toLowerCase()),
    )
    expect(Object.keys(schemas).filter((name) => taken.includes(name.toLowerCase()))).toEqual([])
    // In Go, what makes one of them is called so.
    expect(Object.keys(schemas).filter((name) => `New${name}` in schemas)).toEqual([])
  })

  it('names the headers only where they work', () => {
    const headersOf = (path: string, method: string): unknown[] => {
      const found: unknown = Reflect.get(Object(document.paths[path]?.[method]), 'parameters')
      return Array.isArray(found) ? found.filter((one) => one.in === 'header').map((one) => one.name) : []
    }
    expect(headersOf('/api/wallet', 'get')).toEqual(['Ledger-Min-Position'])
    expect(headersOf('/api/contacts', 'get')).toEqual(['If-None-Match'])
    expect(headersOf('/api/contacts/{id}', 'put')).toEqual(['Passkey-Assertion', 'If-Match'])
    expect(headersOf('/api/contact-circles/{id}', 'get')).toEqual([])
  })

  it('knows the answers that are not those of every operation', () => {
    const answersOf = (path: string, method = 'get') => {
      const found: unknown = Reflect.get(Object(document.paths[path]?.[method]), 'responses')
      return Object(found)
    }
    expect(answersOf('/api/profile/export')).toHaveProperty('403')
    expect(answersOf('/api/wallet')).toHaveProperty('403')
    expect(answersOf('/api/health/live')).not.toHaveProperty('403')
    expect(answersOf('/api/contacts')).toHaveProperty('304')
    expect(answersOf('/api/bills/{id}')).toHaveProperty('405')
    expect(answersOf('/api/bills/{id}/pay', 'post')).not.toHaveProperty('405')
    expect(Object.keys(answersOf('/.well-known/did.json')[200].content)).toEqual(['application/did+ld+json'])
    expect(answersOf('/api/did/resolve/{did}')[200].content).toMatchObject({
      'application/did+json': { schema: { $ref: '#/components/schemas/DidDocument' } },
      'application/did-resolution': { schema: { $ref: '#/components/schemas/DidResolution' } },
    })
    expect(answersOf('/api/contacts/{id}', 'put')[200].headers).toHaveProperty('ETag')
  })

  it('has the limits that the server has: numbers in queries, least amounts, test cards, bodies without a field', () => {
    const queryOf = (path: string): unknown => {
      const found: unknown = Reflect.get(Object(document.paths[path]?.['get']), 'parameters')
      return Array.isArray(found)
        ? found.find((one) => one.in === 'query' && /^(limit|days)$/.test(one.name))
        : null
    }
    expect(queryOf('/api/bills')).toMatchObject({
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    })
    expect(queryOf('/api/investments/pools/{id}')).toMatchObject({
      schema: { type: 'integer', minimum: 1, maximum: 1_100, default: 366 },
    })
    expect(schemas['CreateContactBody']).toMatchObject({ minProperties: 1 })
    expect(schemas['SendTransferBody']).toMatchObject({
      properties: { amount: { minimum: 100, description: 'US cents.' } },
    })
    expect(schemas['CreatePaymentIntentBody']).toMatchObject({
      properties: { test_card_number: { enum: expect.arrayContaining(['4242424242424242']) } },
    })
  })

  it('has a tag, a sentence and a description for each operation', () => {
    const names = new Set(document.tags.map(({ name }) => name))
    const used = new Set<unknown>()
    for (const methods of Object.values(document.paths))
      for (const described of Object.values(methods)) {
        expect(described).toMatchObject({ summary: /\w/, description: /\w/ })
        for (const tag of Object(described).tags) used.add(tag)
      }
    expect(used).toEqual(names)
  })

  it('says where it is served, and both answers of issuing a credential', () => {
    expect(document.servers).toEqual([{ url: 'https://app.example' }])
    const made = { description: 'Done', content: { 'application/json': {} } }
    expect(document.paths['/api/did/credentials/issue']?.post).toMatchObject({
      responses: { 200: made, 201: made },
    })
  })
})

describe('what generators make of it', () => {
  it('copies no table of codes into each of their files', () => {
    expect(Buffer.byteLength(document.info.description)).toBeLessThan(10_000)
  })

  it('has one kind of error, whatever the operation: a generator for Rust knows one for each', () => {
    const kinds = new Set<string>()
    const responses: Readonly<Record<string, unknown>> = document.components.responses
    for (const methods of Object.values(document.paths))
      for (const operation of Object.values(methods)) {
        const answers = Object.entries(Object(Object(operation).responses))
        for (const [, answer] of answers.filter(([status]) => Number(status) >= 400)) {
          const { $ref } = Object(answer)
          const whole = typeof $ref === 'string' ? responses[$ref.split('/').at(-1) ?? ''] : answer
          for (const content of Object.values(Object(Object(whole).content)))
            kinds.add(JSON.stringify(Object(content).schema))
        }
      }
    expect([...kinds]).toEqual(['{"$ref":"#/components/schemas/ErrorBody"}'])
  })
})
