import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Numbers of the requirements of levels 1 and 2 in each section of ASVS 5.0.0. */
const SECTIONS: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
}

const security = readFileSync('docs/security.md', 'utf8')
const rows = security
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

/** Expands `6.2.1 to 6.2.12`, and lists of such ranges, to single numbers. */
const numbersIn = (cell: string): string[] =>
  [...cell.matchAll(/(\d+)\.(\d+)\.(\d+)(?: to (\d+)\.(\d+)\.(\d+))?/g)].flatMap(
    ([, chapter, section, from, lastChapter, lastSection, to]) => {
      expect([lastChapter ?? chapter, lastSection ?? section]).toEqual([chapter, section])
      const [first, last] = [Number(from), Number(to ?? from)]
      return Array.from({ length: last - first + 1 }, (_, n) => `${chapter}.${section}.${first + n}`)
    },
  )

it('every requirement of both levels stands in the table, once', () => {
  const told = rows
    .filter(([, , , state]) => state !== undefined)
    .flatMap(([number = '']) => numbersIn(number))
  const wanted = Object.entries(SECTIONS).flatMap(([section, numbers]) =>
    numbers.map((n) => `${section}.${n}`),
  )
  expect(wanted).toHaveLength(253)
  expect(told.toSorted()).toEqual(wanted.toSorted())
})

it('what is not met says why and when', () => {
  const open = rows.filter(([, , , state]) => /^(not met|partly)/.test(state ?? ''))
  expect(open.length).toBeGreaterThan(0)
  for (const [number, , , state] of open) expect(`${number}: ${state}`).toMatch(/: .{20,}.* 20\d\d$/)
})

it('what is met by the application has a test', () => {
  const met = rows.filter(([number = '', , , state]) => state === 'met' && numbersIn(number).length > 0)
  const untested = met.filter(([, , test]) => !test?.includes('tests/')).map(([number]) => number)
  expect(untested).toEqual(['3.7.1 Supported technology'])
})

it('every file that is named exists', () => {
  const named = new Set(
    [...security.matchAll(/`((?:tests|api|web|events|projections|docs)\/[\w./-]+)`/g)].map(
      ([, file]) => file,
    ),
  )
  expect([...named].filter((file) => file !== undefined && !existsSync(file))).toEqual([])
})
