/**
 * `npm run test:browsers`: the walks in WebKitGTK and Firefox, each in a phone's window and a desktop's, one after the
 * other on one server. The app must be built. Where Java is installed, the pages at which they end are checked as HTML.
 *
 * `npm run test:full` runs it too. Without a touch screen, a manifest or web push.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkHtml, type HtmlPage } from '../html/checker.ts'
import { TRIES_AGAIN, writeReport } from '../running/report.ts'
import type { Engine, Size } from './engine.ts'
import { openFirefox } from './firefox.ts'
import { type Page, pageOf } from './page.ts'
import { openSite, type Site } from './site.ts'
import { type Pair, type Walk, WALKS } from './walks.ts'
import { openWebkit } from './webkit.ts'
import { BLOCKS_COOKIES, WALKS_WITHOUT_COOKIES } from './without-cookies.ts'

const USAGE = `npm run test:browsers -- [options]; the app must be built
  --engine NAME  webkit or firefox only
  --size NAME    phone or desktop only
  --walk TEXT    only walks whose name matches this, after the first, which signs in`

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    size: { type: 'string' },
    walk: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const ENGINES: Readonly<Record<string, (size: Size) => Promise<Engine>>> = {
  webkit: openWebkit,
  firefox: openFirefox,
}
const SIZES: readonly (Size & { readonly pair: Pair })[] = [
  {
    name: 'phone',
    width: 390,
    height: 844,
    pair: { sender: 'Katherine Johnson', recipient: 'Alan Turing', to: '@alan' },
  },
  {
    name: 'desktop',
    width: 1280,
    height: 800,
    pair: { sender: 'Ada Lovelace', recipient: 'Grace Hopper', to: '@grace' },
  },
]

const PICTURES = 'test-results/engines'
/** How often each walk may be tried. */
const TRIES = TRIES_AGAIN ? 2 : 1
let passed = 0
const failed: string[] = []
const flaky: string[] = []
/** Pages as the walks left them. */
const rendered: HtmlPage[] = []

const secondsSince = (begun: number): string => ((performance.now() - begun) / 1_000).toFixed(1)

const show = async (page: Page, title: string, error: unknown): Promise<void> => {
  console.log(`✗ ${title}`, error)
  const file = path.join(PICTURES, `${title.replaceAll(/\W+/g, '-').slice(0, 100)}.png`)
  await mkdir(PICTURES, { recursive: true })
  await page.engine.picture(file).then(
    () => console.log(`  picture: ${file}`),
    () => undefined,
  )
  console.log('  shown:', (await page.text().catch(() => 'nothing')).slice(0, 400))
  console.log('  console:', page.engine.complaints().slice(-5).join('\n  '))
}

/** Whether the walk passed, at the first try or the last. */
const isWalked = async (page: Page, title: string, walk: () => Promise<unknown>): Promise<boolean> => {
  for (let tried = 1; tried <= TRIES; tried += 1) {
    const begun = performance.now()
    try {
      const measured = await walk()
      passed += 1
      if (tried > 1) flaky.push(title)
      console.log(`✓ ${title} (${secondsSince(begun)} s)`)
      if (typeof measured === 'string') console.log(`  ${measured}`)
      return true
    } catch (error) {
      await show(page, title, error)
    }
  }
  failed.push(title)
  return false
}

/** Walks in one window; the first walk signs in, so that nothing follows when it has failed. */
const walkIn = async (
  open: (size: Size) => Promise<Engine>,
  size: (typeof SIZES)[number],
  site: Site,
  walks: readonly Walk[] = WALKS,
) => {
  const engine = await open(size)
  try {
    const page = pageOf(engine, site.url)
    for (const [place, { name, only, run }] of walks.entries()) {
      if (only !== undefined && only !== size.name) continue
      if (place > 0 && values.walk !== undefined && !new RegExp(values.walk).test(name)) continue
      const title = `${engine.name}, ${size.name}: ${name}`
      const walk = async (): Promise<unknown> => {
        const measured = await run(page, site, size.pair)
        const html = await page.evaluate(() => `<!doctype html>${document.documentElement.outerHTML}`)
        // A dialog that is open hides everything else from screen readers, labels of fields too.
        rendered.push({
          name: title,
          html: html.replaceAll(' data-aria-hidden="true" aria-hidden="true"', ''),
        })
        return measured
      }
      if (!(await isWalked(page, title, walk)) && place === 0) break
    }
  } finally {
    await engine.close()
  }
}

/** Walks in every window that was asked for. */
const walkAll = async (): Promise<void> => {
  const site = await openSite()
  try {
    for (const [name, open] of Object.entries(ENGINES))
      for (const size of SIZES)
        if ((values.engine ?? name) === name && (values.size ?? size.name) === size.name)
          await walkIn(open, size, site)
    const [phone] = SIZES
    if (
      (values.engine ?? 'firefox') === 'firefox' &&
      phone !== undefined &&
      (values.size ?? phone.name) === phone.name
    )
      await walkIn((size) => openFirefox(size, BLOCKS_COOKIES), phone, site, WALKS_WITHOUT_COOKIES)
  } finally {
    await site.close()
  }
}

const checkRendered = async (): Promise<void> => {
  const findings = await checkHtml(rendered)
  if (findings === null) return console.log('HTML skipped: the Nu HTML checker needs Java')
  for (const finding of findings) console.log(`✗ ${finding}`)
  failed.push(...findings)
  return console.log(`✓ ${rendered.length} pages checked as HTML, ${findings.length} findings`)
}

if (values.help) console.log(USAGE)
else {
  const begun = performance.now()
  await walkAll().catch((error: unknown) => {
    failed.push(`a browser or the server: ${String(error)}`)
    console.log('✗ A browser or the server did not start or end:', error)
  })
  await checkRendered()
  console.log(`${secondsSince(begun)} s`)
  if (passed === 0 && failed.length === 0) failed.push('no walk was run')
  console.log(`${passed} passed, ${failed.length} failed`)
  writeReport({ passed, failed, flaky })
  process.exitCode = failed.length > 0 ? 1 : 0
}
