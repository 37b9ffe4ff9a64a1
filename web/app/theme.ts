import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from './router.ts'

export type Theme = 'light' | 'dark-violet'
/** What the member chose; `system` follows the operating system. */
export type ThemeChoice = Theme | 'system'

export const THEME_STORAGE_KEY = 'youtility.theme'
export const THEME_COLORS: Record<Theme, string> = { light: '#faf9fc', 'dark-violet': '#100b21' }

/** The contacts and devices pages are dark violet whatever was chosen. */
const ALWAYS_DARK = ['/tellepathy', '/devices']

/**
 * Which theme a path is shown in. `web/public/theme.js` applies the same rule before the first paint;
 * a test keeps the two alike.
 */
export function resolveTheme(choice: ThemeChoice, prefersDark: boolean, pathname: string): Theme {
  if (ALWAYS_DARK.some((path) => pathname === path || pathname.startsWith(`${path}/`))) return 'dark-violet'
  if (choice !== 'system') return choice
  return prefersDark ? 'dark-violet' : 'light'
}

/** Any text from storage as a choice; what isn't one counts as `system`. */
export const themeChoiceOf = (text: string | null): ThemeChoice =>
  text === 'light' || text === 'dark-violet' ? text : 'system'

const listeners = new Set<() => void>()
let choice: ThemeChoice | undefined

function readChoice(): ThemeChoice {
  if (choice === undefined) {
    try {
      choice = themeChoiceOf(localStorage.getItem(THEME_STORAGE_KEY))
    } catch {
      // Storage can be forbidden; the choice then lasts as long as the page.
      choice = 'system'
    }
  }
  return choice
}

export function chooseTheme(next: ThemeChoice): void {
  choice = next
  try {
    if (next === 'system') localStorage.removeItem(THEME_STORAGE_KEY)
    else localStorage.setItem(THEME_STORAGE_KEY, next)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const onStorage = (event: StorageEvent) => {
    if (event.key !== THEME_STORAGE_KEY && event.key !== null) return
    choice = undefined
    listener()
  }
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

const darkQuery = '(prefers-color-scheme: dark)'
const prefersDarkNow = () => matchMedia(darkQuery).matches
function subscribePreference(listener: () => void): () => void {
  const query = matchMedia(darkQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The member's choice and the theme of the current page, which it puts on the document. */
export function useTheme(): { choice: ThemeChoice; theme: Theme } {
  const { pathname } = useLocation()
  const chosen = useSyncExternalStore(subscribe, readChoice)
  const prefersDark = useSyncExternalStore(subscribePreference, prefersDarkNow)
  const theme = resolveTheme(chosen, prefersDark, pathname)
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', THEME_COLORS[theme])
  }, [theme])
  return { choice: chosen, theme }
}
