import { type Browser, chromium, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { median } from '../bench/statistics.ts'
import { chromiumFlags, chromiumPath } from '../browser/support/chromium.ts'
import { signInByHand } from '../browser/support/members.ts'
import { type Start, SLOWER, STARTS } from './aims.ts'

/** Lighthouse's slow 4G, as its mobile preset has it: milliseconds, and bytes in a second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }

const Noted = z.object({ usableMs: z.optional(z.number()), largestMs: z.number() })

/** Until what a page fetches in its own time has come. */
const SETTLED_MS = 5_000

interface Figures {
  /** Until the balance is shown by the app itself and the next frame is free, ms since the navigation began. */
  readonly usableMs: number
  readonly largestMs: number
  /** Over the network until then, compressed. */
  readonly bytes: number
}

/** Notes in the page when the wallet can be used. */
const watchStart = (page: Page) =>
  page.addInitScript(() => {
    const noted: { usableMs?: number; largestMs: number } = { largestMs: 0 }
    Object.assign(globalThis, { noted })
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) noted.largestMs = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    const watching = new MutationObserver(() => {
      // The placeholder in index.html is not the app.
      if (document.querySelector('[data-until-app]') !== null) return
      const text = document.querySelector('main')?.textContent ?? ''
      if (!/\$[\d,]+\.\d\d/.test(text)) return
      watching.disconnect()
      requestAnimationFrame(() => setTimeout(() => (noted.usableMs = performance.now())))
    })
    watching.observe(document, { childList: true, subtree: true, characterData: true })
  })

/** Opens the wallet in a new page of a slow phone. */
const openWallet = async (from: Page, start: Start): Promise<Figures> => {
  const page = await from.context().newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await devtools.send('Network.emulateNetworkConditions', { ...SLOW_4G, offline: start === 'offline' })
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await watchStart(page)
  await page.goto('/wallet', { waitUntil: 'commit' })
  await page.waitForFunction(() => Reflect.get(Reflect.get(globalThis, 'noted'), 'usableMs') !== undefined)
  const usableBytes = bytes
  await page.waitForTimeout(2_000)
  const { usableMs, largestMs } = Noted.parse(await page.evaluate(() => Reflect.get(globalThis, 'noted')))
  await page.close()
  return { usableMs: usableMs ?? 0, largestMs, bytes: usableBytes }
}

/** One phone's three starts: nothing stored but the session, then with the app and its cache, then without a network. */
const startsOf = async (browser: Browser, baseURL: string): Promise<Record<Start, Figures>> => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  await signInByHand(page, 'Ada Lovelace')
  await page.goto('about:blank')
  const devtools = await context.newCDPSession(page)
  const storageTypes = 'indexeddb,local_storage,service_workers,cache_storage'
  await devtools.send('Storage.clearDataForOrigin', { origin: baseURL, storageTypes })
  await devtools.send('Network.clearBrowserCache')
  // With this cookie the app would report that the browser deleted what it kept.
  await context.clearCookies({ name: 'kept-here' })
  const cold = await openWallet(page, 'cold')
  await page.goto('/wallet')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForTimeout(SETTLED_MS)
  await page.goto('about:blank')
  const warm = await openWallet(page, 'warm')
  await context.setOffline(true)
  const offline = await openWallet(page, 'offline')
  await context.close()
  return { cold, warm, offline }
}

/**
 * Opens the wallet on a phone with a slower processor and a slow network: with nothing stored, with the app and its
 * cache stored, and without a network.
 *
 * @returns whether every start stayed within the aims
 */
export const measureStarts = async (origin: string, runs: number): Promise<boolean> => {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags })
  try {
    const measured: Record<Start, Figures>[] = []
    for (let run = 0; run < runs; run += 1) measured.push(await startsOf(browser, origin))
    let allReached = true
    console.log('| the wallet, opened | usable | largest paint | over the network | |')
    console.log('|---|---:|---:|---:|---|')
    for (const start of ['cold', 'warm', 'offline'] as const) {
      const middle = (key: keyof Figures): number => median(measured.map((figures) => figures[start][key]))
      const [usable, largest, bytes] = [middle('usableMs'), middle('largestMs'), middle('bytes')]
      const aims = STARTS[start]
      const isOver = usable > aims.usableMs || largest > aims.largestMs || bytes > aims.bytes
      if (isOver) allReached = false
      const seconds = [usable, largest].map((ms) => `${(ms / 1_000).toFixed(2)} s`)
      const cells = [start, ...seconds, `${Math.round(bytes / 1_000)} kB`, isOver ? 'over' : 'as aimed']
      console.log(`| ${cells.join(' | ')} |`)
    }
    return allReached
  } finally {
    await browser.close()
  }
}
