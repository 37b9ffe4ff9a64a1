import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VARIANTS } from '../browser/variants.ts'

it.each(Object.entries(VARIANTS))('the variants of %s exist under their titles', (file, titles) => {
  const spec = `tests/browser/${file}`
  expect(existsSync(spec), `${spec} is gone: take it out of tests/browser/variants.ts`).toBe(true)
  const text = readFileSync(spec, 'utf8').replaceAll(String.raw`\'`, "'")
  expect(titles.filter((title) => !text.includes(title))).toEqual([])
})
