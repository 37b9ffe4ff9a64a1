/** `npm run test:html`: every page and the richest dialogs, rendered by Chromium, through the Nu HTML checker. */
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumFlags, headlessShellPath } from '../browser/support/chromium.ts'
import { startDemoServer } from '../browser/support/demo-server.ts'
import { addSession } from '../browser/support/members.ts'
import { withoutStream } from '../browser/support/without-stream.ts'
import { PAGES } from '../lighthouse/aims.ts'
import { checkHtml, type HtmlPage } from './checker.ts'

const USAGE = `npm run test:html -- [options]; the app must be built, and Java installed
  --server ORIGIN  a running server with the demo members instead of one of its own`

/** A busy machine takes long to open a page. */
const WAIT_MS_MAX = 120_000

interface State {
  readonly name: string
  readonly path: string
  /** Who looks; nobody is signed in by default. */
  readonly member?: boolean
  readonly walk?: (page: Page) => Promise<unknown>
}

const presses =
  (...names: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByRole('main').getByRole('button', { name }).first().click()
    await page.getByRole('dialog').waitFor()
  }

const STATES: readonly State[] = [
  ...Object.entries(PAGES).map(([path, { member }]) => ({ name: path, path, member })),
  { name: 'not found', path: '/nowhere' },
  { name: 'shared text', path: '/open?text=nothing', member: true },
  { name: 'public profile', path: '/members/unknown' },
  { name: 'payment link', path: '/pay/@grace?amount=12.50&currency=USD', member: true },
  {
    name: 'contacts, selected',
    path: '/tellepathy',
    member: true,
    walk: async (page) => {
      const list = page.getByRole('table')
      await list.getByRole('checkbox').nth(1).check()
      await page.getByRole('region', { name: 'Selected contacts' }).waitFor()
    },
  },
  { name: 'contacts, import', path: '/tellepathy', member: true, walk: presses('Import') },
  { name: 'contacts, configure', path: '/tellepathy', member: true, walk: presses('Configure') },
  {
    name: 'circle',
    path: '/tellepathy',
    member: true,
    walk: async (page) => {
      await page.getByRole('tab', { name: 'Circle Administration' }).click()
      await presses('Create Circle')(page)
    },
  },
  { name: 'send', path: '/wallet', member: true, walk: presses('Send Funds') },
  {
    name: 'add funds',
    path: '/wallet?add=1',
    member: true,
    walk: (page) => page.getByRole('dialog').getByRole('button', { name: 'Card' }).click(),
  },
  { name: 'pool', path: '/investments', member: true, walk: presses('Create Pool') },
  { name: 'plan', path: '/devices', member: true, walk: presses('Change Plan') },
  { name: 'QR code', path: '/devices', member: true, walk: presses('View QR Code') },
  { name: 'credential', path: '/did', member: true, walk: presses('Issue') },
]

const render = async (browser: Browser, origin: string): Promise<readonly HtmlPage[]> => {
  const contextOf = () => browser.newContext({ baseURL: origin, locale: 'en-US', serviceWorkers: 'block' })
  const [visitor, member] = [await contextOf(), await contextOf()]
  await addSession(member, 'Katherine Johnson')
  const rendered: HtmlPage[] = []
  for (const { name, path, member: isMember = false, walk } of STATES) {
    const page = await (isMember ? member : visitor).newPage()
    page.setDefaultTimeout(WAIT_MS_MAX)
    await withoutStream(page)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.getByRole('heading', { name: 'Verifying Access...' }).waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    await page.locator('main .animate-pulse-soft').first().waitFor({ state: 'detached' })
    await walk?.(page)
    rendered.push({ name, html: await page.content() })
    await page.close()
  }
  return rendered
}

const check = async (given: string | undefined): Promise<number> => {
  const server = given === undefined ? await startDemoServer() : null
  const browser = await chromium.launch({ executablePath: headlessShellPath(), args: chromiumFlags })
  try {
    const pages = await render(browser, given ?? server?.url ?? '')
    const found = await checkHtml(pages)
    for (const finding of found ?? []) console.log(finding)
    console.log(
      found === null
        ? 'HTML: skipped, there is no Java'
        : `HTML: ${pages.length} pages, ${found.length} findings`,
    )
    return found !== null && found.length > 0 ? 1 : 0
  } finally {
    await browser.close()
    await server?.stop()
  }
}

const { values } = parseArgs({
  options: { server: { type: 'string' }, help: { type: 'boolean', default: false } },
})
if (values.help) console.log(USAGE)
else process.exitCode = await check(values.server)
