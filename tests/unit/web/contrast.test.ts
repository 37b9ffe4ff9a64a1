import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('../../../web/ui/theme.css', import.meta.url), 'utf8')

/** Colours that a rule of theme.css sets, by token. */
function tokens(selector: string, within = css): ReadonlyMap<string, string> {
  const body = within.slice(within.indexOf(`${selector} {`)).split('}')[0] ?? ''
  return new Map(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** Relative luminance as defined in WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['canvas', 'surface', 'raised', 'sunken']
const text = [
  ...['ink', 'muted', 'primary', 'link', 'selected', 'credit', 'debit', 'warning', 'halted'].flatMap((ink) =>
    grounds.map((ground) => [ink, ground] as const),
  ),
  ['ink', 'primary-soft'],
  ['muted', 'primary-soft'],
  ['primary', 'primary-soft'],
  ...['ink', 'muted', 'selected'].map((ink) => [ink, 'selected-soft'] as const),
  // The marks of what is checked.
  ['surface', 'selected'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-strong'],
  ...['credit', 'debit', 'warning', 'halted'].flatMap((tone) => [
    [tone, `${tone}-soft`] as const,
    ['ink', `${tone}-soft`] as const,
  ]),
  ['canvas', 'ink'],
] as const
const controls = [
  ...[...grounds, 'primary-soft'].map((ground) => ['control', ground] as const),
  ...grounds.map((ground) => ['chart', ground] as const),
]

const light = tokens(':root')
const dark = tokens("[data-theme='dark-violet']")
const paper = tokens("[data-theme='dark-violet']", css.slice(css.indexOf('@media print')))

describe.each([
  ['the light theme', light],
  ['the dark theme', dark],
  ['paper, printed from the light theme', new Map([...light, ...paper])],
  ['paper, printed from the dark theme', new Map([...dark, ...paper])],
])('the colours of %s', (where, colors) => {
  const of = (name: string) => {
    const value = colors.get(name)
    if (value === undefined) throw new Error(`theme.css has no --${name} for ${where}`)
    return value
  }
  test.each(text)('%s on %s is readable (4.5:1)', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5)
  })
  test.each(controls)('%s on %s can be made out (3:1)', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(3)
  })
})
