import { useEffect, useSyncExternalStore } from 'react'
import { deviceEntry } from '../data/device-entry.ts'
import { useLocation } from '../parts/router.ts'
import { THEME_COLORS, type Theme } from './theme-colors.ts'

/** What the member chose; `system` follows the operating system. */
export type ThemeChoice = Theme | 'system'

export const THEME_STORAGE_KEY = 'youtility.theme'

/** The contacts and devices pages are dark violet until a theme is chosen. */
const DARK_UNLESS_CHOSEN = ['/tellepathy', '/devices']

/**
 * The theme of a path. `web/public/theme.js` applies the same rule before the first paint; a test checks that both
 * agree.
 */
export function resolveTheme(choice: ThemeChoice, prefersDark: boolean, pathname: string): Theme {
  if (choice !== 'system') return choice
  if (DARK_UNLESS_CHOSEN.some((path) => pathname === path || pathname.startsWith(`${path}/`)))
    return 'dark-violet'
  return prefersDark ? 'dark-violet' : 'light'
}

/** Parses a stored text as a choice; any other text counts as `system`. */
export const themeChoiceOf = (text: string | null): ThemeChoice =>
  text === 'light' || text === 'dark-violet' ? text : 'system'

const choice = deviceEntry<ThemeChoice>(THEME_STORAGE_KEY, themeChoiceOf, (chosen) =>
  chosen === 'system' ? null : chosen,
)

export const chooseTheme = choice.set

const darkQuery = '(prefers-color-scheme: dark)'
const prefersDarkNow = () => matchMedia(darkQuery).matches
function subscribePreference(listener: () => void): () => void {
  const query = matchMedia(darkQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Returns the member's choice, and sets the theme of the current page on the document. */
export function useTheme(): ThemeChoice {
  const { pathname } = useLocation()
  const chosen = choice.use()
  const prefersDark = useSyncExternalStore(subscribePreference, prefersDarkNow)
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === THEME_STORAGE_KEY || event.key === null) choice.reload()
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])
  const theme = resolveTheme(chosen, prefersDark, pathname)
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', THEME_COLORS[theme])
  }, [theme])
  return chosen
}
