import { readFileSync } from 'node:fs'
import vm from 'node:vm'
import { describe, expect, test } from 'vitest'
import { resolveTheme, THEME_COLORS, THEME_STORAGE_KEY, themeChoiceOf } from '../../../web/app/theme.ts'

const script = readFileSync(new URL('../../../web/public/theme.js', import.meta.url), 'utf8')

/** What theme.js puts on the document. */
function firstPaint(stored: string | null, prefersDark: boolean, pathname: string) {
  const root = new Map<string, string>()
  const meta = new Map<string, string>()
  vm.runInNewContext(script, {
    localStorage: { getItem: (key: string) => (key === THEME_STORAGE_KEY ? stored : null) },
    location: { pathname },
    navigator: { languages: ['en-US'] },
    matchMedia: () => ({ matches: prefersDark }),
    document: {
      documentElement: { setAttribute: (name: string, value: string) => root.set(name, value) },
      querySelector: () => ({ setAttribute: (name: string, value: string) => meta.set(name, value) }),
    },
  })
  return { theme: root.get('data-theme'), color: meta.get('content') }
}

describe('the theme', () => {
  test('follows the choice, else the system', () => {
    expect(resolveTheme('light', true, '/')).toBe('light')
    expect(resolveTheme('dark-violet', false, '/')).toBe('dark-violet')
    expect(resolveTheme('system', true, '/wallet')).toBe('dark-violet')
    expect(resolveTheme('system', false, '/wallet')).toBe('light')
  })

  test('is always dark violet on the contacts and devices pages', () => {
    expect(resolveTheme('light', false, '/tellepathy')).toBe('dark-violet')
    expect(resolveTheme('light', false, '/devices/')).toBe('dark-violet')
    expect(resolveTheme('light', false, '/devices-and-more')).toBe('light')
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

test('what an address needs is asked for before the app itself has come', () => {
  const asked: unknown[] = []
  const built = script.replace('/* FILES */ {}', '{"pay":["/assets/a.js","/assets/b.js"]}')
  expect(built).not.toBe(script)
  vm.runInNewContext(built, {
    localStorage: { getItem: () => null },
    location: { pathname: '/pay/@ada' },
    navigator: { languages: ['en-US'] },
    matchMedia: () => ({ matches: false }),
    document: {
      documentElement: { setAttribute: () => undefined },
      querySelector: () => null,
      createElement: () => ({}),
      head: { append: (link: unknown) => asked.push(link) },
    },
  })
  expect(asked).toEqual([
    { rel: 'modulepreload', href: '/assets/a.js' },
    { rel: 'modulepreload', href: '/assets/b.js' },
  ])
})
