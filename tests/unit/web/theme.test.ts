import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { THEME_COLORS } from '../../../web/app/theme-colors.ts'
import { resolveTheme, THEME_STORAGE_KEY, themeChoiceOf } from '../../../web/app/theme.ts'
import { oldestSupported } from '../../../web/start/supported.ts'
import { openWith } from './support/theme-script.ts'

/** Theme and colour that theme.js sets on the document. */
function firstPaint(stored: string | null, prefersDark: boolean, pathname: string) {
  const { root, themeColor } = openWith({
    stored: stored === null ? {} : { [THEME_STORAGE_KEY]: stored },
    prefersDark,
    pathname,
  })
  return { theme: root.get('data-theme'), color: themeColor() }
}

describe('the theme', () => {
  test('follows the choice, else the system', () => {
    expect(resolveTheme('light', true, '/')).toBe('light')
    expect(resolveTheme('dark-violet', false, '/')).toBe('dark-violet')
    expect(resolveTheme('system', true, '/wallet')).toBe('dark-violet')
    expect(resolveTheme('system', false, '/wallet')).toBe('light')
  })

  test('is dark violet on the contacts and devices pages until one is chosen', () => {
    expect(resolveTheme('system', false, '/tellepathy')).toBe('dark-violet')
    expect(resolveTheme('system', false, '/devices/')).toBe('dark-violet')
    expect(resolveTheme('light', false, '/tellepathy')).toBe('light')
    expect(resolveTheme('system', false, '/devices-and-more')).toBe('light')
  })

  test('before the first paint is what the app then resolves', () => {
    for (const stored of [null, 'light', 'dark-violet', 'garbage'])
      for (const prefersDark of [true, false])
        for (const pathname of [
          '/',
          '/wallet',
          '/tellepathy',
          '/tellepathy/x',
          '/devices',
          '/devices/',
          '/devicesx',
        ]) {
          const theme = resolveTheme(themeChoiceOf(stored), prefersDark, pathname)
          expect(firstPaint(stored, prefersDark, pathname)).toEqual({ theme, color: THEME_COLORS[theme] })
        }
  })
})

describe('theme.js', () => {
  test('names the dark manifest to whoever chose the dark theme or has a dark system, on every page', () => {
    const manifestFor = (stored: string | null, prefersDark: boolean) =>
      openWith({
        stored: stored === null ? {} : { [THEME_STORAGE_KEY]: stored },
        prefersDark,
        pathname: '/devices',
      }).manifest()
    expect(manifestFor(null, true)).toBe('/dark.webmanifest')
    expect(manifestFor('dark-violet', false)).toBe('/dark.webmanifest')
    expect(manifestFor(null, false)).toBeUndefined()
    expect(manifestFor('light', true)).toBeUndefined()
  })

  test('draws with the app’s font where a service worker serves the page, which keeps the font', () => {
    expect(openWith({ isServed: true }).root.has('data-font')).toBe(true)
    expect(openWith({ isServed: false }).root.has('data-font')).toBe(false)
  })
})

describe('theme.js in an old browser', () => {
  test('says what the browser lacks in place of the app', () => {
    expect(openWith({}).missing()).toBeUndefined()
    const { missing, root } = openWith({ lacks: ['BroadcastChannel', 'crypto'] })
    expect(missing()).toBe('BroadcastChannel, crypto.subtle (https)')
    expect(root.has('data-too-old')).toBe(true)
    expect(openWith({}).root.has('data-too-old')).toBe(false)
  })

  test('is understood: its syntax is that of 2009', () => {
    const code = readFileSync('web/public/theme.js', 'utf8').replaceAll(/^ *\/\/.*$/gm, '')
    const newer =
      /=>|`|\b(?:let|const|class|async|await)\b|\.\.\.|\?\.|\?\?|catch \{|\d_\d|\bof\b|(?:var|function \w*\() *[[{]|\*\*/
    expect(newer.exec(code)?.[0]).toBeUndefined()
  })

  test('names the supported versions in every language', () => {
    const page = readFileSync('web/index.html', 'utf8').replaceAll(/\s+/g, ' ')
    const { chrome, edge, firefox, safari, ios_saf: ios } = Object.fromEntries(oldestSupported())
    const versions = `Chrome ${chrome}, Edge ${edge}, Firefox ${firefox}, Safari ${safari}`
    expect(page.split(versions)).toHaveLength(3)
    expect(page.split(`iOS ${ios})`)).toHaveLength(3)
    expect(readFileSync('README.md', 'utf8').includes(`${versions} (iOS ${ios})`)).toBe(true)
  })
})
