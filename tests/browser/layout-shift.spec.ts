import { expect, type Page, test } from '@playwright/test'
import { addSession, sessionOf } from './support/members.ts'
import { withoutStream } from './support/without-stream.ts'

/** Core Web Vitals call up to 0.1 good; reserved space makes it far less. */
const SHIFT_MAX = 0.02

interface Shift {
  readonly value: number
  /** What moved, from where to where, in pixels from the top. */
  readonly what: string
}

/** Records the layout shifts from the first paint on: how large each was, and what moved. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    const placeOf = (rect: unknown): string => {
      const { top, height } = rect instanceof DOMRectReadOnly ? rect : new DOMRectReadOnly()
      return `${Math.round(top)}+${Math.round(height)}`
    }
    // The types of the browser's library do not know this kind of entry.
    const movedIn = (entry: PerformanceEntry): string => {
      const sources: unknown = Reflect.get(entry, 'sources')
      return (Array.isArray(sources) ? sources : [])
        .map((source: unknown) => {
          const node: unknown = Reflect.get(Object(source), 'node')
          const text = node instanceof Node ? (node.textContent ?? '').slice(0, 40) : ''
          const from = placeOf(Reflect.get(Object(source), 'previousRect'))
          return `"${text}" ${from} → ${placeOf(Reflect.get(Object(source), 'currentRect'))}`
        })
        .join(', ')
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (Reflect.get(entry, 'hadRecentInput') !== true)
          shifts.push({ value: Number(Reflect.get(entry, 'value')), what: movedIn(entry) })
    }).observe({ type: 'layout-shift', buffered: true })
  })

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

test('from the first paint on little jumps while the data comes, on a large screen and on a small one', async ({
  context: known,
  browser,
}) => {
  test.slow()
  await addSession(known, 'Ada Lovelace')
  const cookies = await sessionOf(known)
  for (const viewport of SIZES)
    for (const path of ['/wallet', '/dashboard']) {
      // The session on a device that has never cached anything.
      const context = await browser.newContext({
        storageState: { cookies, origins: [] },
        viewport,
        serviceWorkers: 'block',
      })
      const fresh = await context.newPage()
      await watchShifts(fresh)
      await withoutStream(fresh)
      const client = await context.newCDPSession(fresh)
      // As on a phone: data arrives after the first paint, piece by piece.
      await client.send('Network.enable')
      await client.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: 200_000,
        uploadThroughput: 90_000,
      })
      await fresh.goto(path)
      await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible()
      await fresh.waitForLoadState('networkidle')
      const shifts = await fresh.evaluate<Shift[]>('globalThis.shifts')
      const story = shifts.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join('\n')
      expect(
        shifts.reduce((sum, { value }) => sum + value, 0),
        `${path} at ${viewport.width} px: ${story}`,
      ).toBeLessThan(SHIFT_MAX)
      await context.close()
    }
})
