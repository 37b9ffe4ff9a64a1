import { describe, expect, it } from 'vitest'
import type { Operation } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'
import { openApiDocument } from '../../../api/http/openapi.ts'

const document = openApiDocument('__Host-youtility')
const table: readonly Operation[] = Object.values(operations)
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
      responses: { 201: { description: 'Done' }, default: {} },
    })
  })
})
