import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const WEB = path.resolve(import.meta.dirname, '../../../web')

/** Class names and CSS properties for left or right, instead of a line's start or end. */
const PHYSICAL =
  /(?<![\w-])-?(?:(?:scroll-)?[mp][lr]-|(?:rounded|border)-(?:[tb]?[lr])(?![\w])|(?:left|right)-(?=[\d[])|(?:text|float|clear|object|bg)-(?:left|right)(?![\w])|(?:margin|padding|border)-(?:left|right)\s*:|(?<=[\s;{])(?:left|right)\s*:\s*(?=[\d.v]))\S*/g

/** Exceptions: the screen's notch is physically left or right, and half of the width is the same from both ends. */
const isAlike = (found: string, line: string): boolean =>
  line.includes('safe-area-inset') || found.startsWith('left-1/2')

const sidesIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) return []
    return [...line.matchAll(PHYSICAL)].flatMap(([found]) => (isAlike(found, line) ? [] : [found]))
  })

it.each(['ml-2', '-mr-3', 'text-right', 'rounded-l-full', 'border-r', 'sm:pl-0', 'left-0', 'max-sm:right-1'])(
  'the check finds %s',
  (name) => expect(sidesIn(`className="flex ${name} gap-2"`)).toHaveLength(1),
)

it('the check lets start and end pass', () =>
  expect(sidesIn('className="ms-2 -me-3 text-end rounded-s-full start-0 left-1/2 content-start"')).toEqual(
    [],
  ))

it('pages name a line’s start and end, never left and right, so that they fit text from right to left', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:tsx?|css)$/.test(file),
  )
  expect(files.length).toBeGreaterThan(100)
  // Chart files are exempt: an SVG chart is drawn from left to right.
  const found = files
    .filter((file) => !file.endsWith('-chart.tsx'))
    .flatMap((file) => sidesIn(readFileSync(path.join(WEB, file), 'utf8')).map((name) => `${file}: ${name}`))
  expect(found).toEqual([])
})
