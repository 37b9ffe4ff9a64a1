import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const TEXT = readFileSync('docs/architecture.md', 'utf8')
const FILE = /\b(?:events|projections|api|web|tests)\/[\w/.-]+\.(?:tsx?|mjs|sql)\b/g

const filesIn = (text: string): readonly string[] => [...new Set(text.match(FILE))]

/** The diagram under a heading. */
const drawing = (heading: string): string => {
  const from = TEXT.indexOf(`## ${heading}\n`)
  return from < 0 ? '' : (TEXT.slice(from).split('```')[1] ?? '')
}

describe('docs/architecture.md', () => {
  it('names files that are there', () => {
    expect(filesIn(TEXT).filter((file) => !existsSync(file))).toEqual([])
  })

  it.each(['The way of a transfer', 'The way of money into a pool', 'The way of a bill'])(
    'draws a short walk: %s passes at most twelve files',
    (heading) => {
      const files = filesIn(drawing(heading))
      expect(files.length).toBeGreaterThan(5)
      expect(files.length).toBeLessThanOrEqual(12)
    },
  )
})

describe('docs/decisions/README.md', () => {
  it('has each decision once, by its title', () => {
    const records = readdirSync('docs/decisions').filter((file) => /^\d{4}-/.test(file))
    const expected = records.map((file) => {
      const [title = ''] = readFileSync(`docs/decisions/${file}`, 'utf8').split('\n', 1)
      return `- [${title.slice(2)}](${file})`
    })
    const index = readFileSync('docs/decisions/README.md', 'utf8').split('\n')
    expect(index.filter((line) => line.startsWith('- ')).toSorted()).toEqual(expected.toSorted())
  })
})
