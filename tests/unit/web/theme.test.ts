import { describe, expect, test } from 'vitest'
import { resolveTheme, THEME_COLORS, THEME_STORAGE_KEY, themeChoiceOf } from '../../../web/app/theme.ts'
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
