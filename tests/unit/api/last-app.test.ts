import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Operation } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'
import { hasLastRelease, unpackLastRelease } from '../../support/last-release.ts'
import { sampleOf } from '../../support/sample-answers.ts'

/** More than any enum has values: each value, kind and absence comes up. */
const SAMPLES = 30
const NUMBERS = Array.from({ length: SAMPLES }, (_, nth) => nth)

const folder = mkdtempSync(path.join(tmpdir(), 'youtility-last-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The contract of the last release's app, as it is installed on members' devices. */
const lastContract = async (): Promise<readonly Operation[]> => {
  if (!hasLastRelease()) return []
  unpackLastRelease(folder)
  const { href } = pathToFileURL(path.join(folder, 'api/contract/operations.ts'))
  const module: { readonly operations: Readonly<Record<string, Operation>> } = await import(href)
  return Object.values(module.operations)
}

const written = (schema: z.core.$ZodType): string =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))

const TODAY: ReadonlyMap<string, Operation> = new Map(Object.values(operations).map((one) => [one.id, one]))
const LAST = await lastContract()

describe.runIf(LAST.length > 0)('the last release’s app and today’s server', () => {
  it.each(LAST.map((one) => [one.id, one] as const))('understand each other: %s', (id, last) => {
    const today = TODAY.get(id)
    expect(today).toMatchObject({ method: last.method, path: last.path })
    expect(today?.status).toBe(last.status)
    for (const nth of NUMBERS) {
      const choice = { known: true, closed: [], nth }
      if (today?.response && last.response && !today.mediaTypes) {
        const answer = sampleOf(today.response, choice, id)
        expect(z.safeParse(last.response, answer).error, JSON.stringify(answer)).toBeUndefined()
      }
      for (const part of ['params', 'query', 'body'] as const) {
        const [theirs, ours] = [last[part], today?.[part]]
        if (!theirs || (ours && written(theirs) === written(ours))) continue
        const asked = sampleOf(theirs, choice, id)
        // A rule between fields may refuse the sample itself.
        if (!z.safeParse(theirs, asked).success) continue
        expect(ours && z.safeParse(ours, asked).error, JSON.stringify(asked)).toBeUndefined()
      }
    }
  })
})
