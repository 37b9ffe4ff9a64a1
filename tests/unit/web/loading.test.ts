import { expect, test, vi } from 'vitest'

/** The first use of `Intl` takes a phone a quarter of a second: not before the page, and not for nothing. */
const SLOW = [
  'NumberFormat',
  'DateTimeFormat',
  'PluralRules',
  'ListFormat',
  'DisplayNames',
  'Segmenter',
] as const

const PAGES = ['wallet', 'dashboard', 'pools', 'devices', 'contacts', 'notifications'] as const

test.each(PAGES)('the modules of the page %s format nothing while they are loaded', async (page) => {
  vi.resetModules()
  const used = [
    vi.spyOn(Number.prototype, 'toLocaleString'),
    vi.spyOn(Date.prototype, 'toLocaleString'),
    ...SLOW.map((name) => vi.spyOn(Intl, name)),
  ]
  await import(`../../../web/pages/${page}.tsx`)
  for (const each of used) expect(each).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
