import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorAnswer } from '../../../api/http/errors.ts'
import { readCodes } from '../../../api/openapi/examples.ts'
import { REFUSAL_CODES, type RefusalCode } from '../../../events/refusal-codes.ts'
import { Refusal } from '../../../events/refusal.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const REGISTRY = 'events/refusal-codes.ts'

/** Our sources on the server by their paths. */
const sources = new Map(
  ['events', 'projections', 'api'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`)
      .map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const),
  ),
)
const others = [...sources].filter(([file]) => file !== REGISTRY)

const isCode = (code: string): code is RefusalCode => Object.hasOwn(REFUSAL_CODES, code)
const codes = Object.keys(REFUSAL_CODES).filter(isCode)

describe('the codes of refusals', () => {
  it('are in one registry: no module declares its own', () => {
    const declaring = others.filter(
      ([file, text]) => !file.endsWith('.d.ts') && /^declare module/m.test(text),
    )
    expect(declaring.map(([file]) => file)).toEqual([])
  })

  it('are each refused with somewhere', () => {
    const all = others.map(([, text]) => text).join('\n')
    expect(codes.filter((code) => !new RegExp(`['"]${code}['"]|\\b${code}:`).test(all))).toEqual([])
  })

  it('decide the status over HTTP, not how they are spelled', () => {
    for (const code of codes)
      expect(errorAnswer(new Refusal(code, 'No.')), code).toMatchObject({
        status: REFUSAL_CODES[code].status,
        body: { code, error: 'No.' },
      })
    expect(new Set(codes.map((code) => REFUSAL_CODES[code].status))).toEqual(new Set([404, 409, 422]))
  })

  it('have the status in the API’s document with which they were answered', () => {
    const answered = Object.entries(readCodes()).filter(([code]) => isCode(code))
    expect(answered.length).toBeGreaterThan(40)
    const other = answered.filter(
      ([code, { status }]) => isCode(code) && REFUSAL_CODES[code].status !== status,
    )
    expect(other.map(([code]) => code)).toEqual([])
  })
})
