import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Operation } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'
import { openApiDocument } from '../../../api/http/openapi.ts'

const document = openApiDocument('__Host-youtility', 'https://app.example')
const table: readonly Operation[] = Object.values(operations)
const CONTRACT_DIR = path.join(import.meta.dirname, '../../../api/contract')
const METHODS = ['get', 'post', 'put', 'delete']

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

  it('names the values of an answer that there are today, and takes no client’s belief that there are no others', () => {
    const answer = JSON.stringify(document.paths['/api/wallet/transactions']?.['get'])
    expect(answer).toContain('"x-extensible-enum":["wallet_opened"')
    expect(answer).not.toContain('"additionalProperties":false')
    const together = JSON.stringify(document.paths['/api/health/ready']?.['get'])
    expect(together).toContain('"additionalProperties":{')
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
      security: [{ session: [] }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { type: 'object', additionalProperties: false } } },
      },
      responses: { 201: { description: 'Done' }, 422: { $ref: '#/components/responses/Refused' } },
    })
  })

  it('says where it is served, and both answers of issuing a credential', () => {
    expect(document.servers).toEqual([{ url: 'https://app.example' }])
    const made = { description: 'Done', content: { 'application/json': {} } }
    expect(document.paths['/api/did/credentials/issue']?.post).toMatchObject({
      responses: { 200: made, 201: made },
    })
  })
})
