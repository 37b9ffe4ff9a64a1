/** `npm run screenshots`: pictures of every page and step, to be looked at. See USAGE. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  chromium,
  type Cookie,
  type Page,
  request,
} from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../browser/support/chromium.ts'
import { type DemoServer, startDemoServer } from '../browser/support/demo-server.ts'
import { type DemoMember, sessionOf, signInByHand } from '../browser/support/members.ts'
import { drawInOwnFont } from '../browser/support/own-font.ts'
import { readFromRightToLeft } from '../browser/support/right-to-left.ts'
import { withoutStream } from '../browser/support/without-stream.ts'
import { SCENES } from './scenes/index.ts'
import type { Call, Scene, View } from './view.ts'
import { wordsIn } from './words.ts'

const USAGE = `npm run screenshots -- [options]; the app must be built
  --only TEXT       scenes with this in their name
  --size NAME       phone (390 x 844), desktop (1280 x 800) or small (320 x 568); default the first two
  --theme NAME      light or dark-violet; default both
  --language NAME   en or de; default both
  --rtl             lines run from right to left, to see that nothing is bound to a side
  --out FOLDER      default screenshots, which is emptied
  --server ORIGIN   a running server with the demo members instead of one of its own
  --empty ORIGIN    the same without demo data, for what a newcomer sees
The folder gets an index.html with all of them.`

const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
  small: { width: 320, height: 568 },
}
type Size = keyof typeof SIZES
const THEMES = ['light', 'dark-violet']
const LANGUAGES = ['en', 'de']

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    size: { type: 'string' },
    theme: { type: 'string' },
    language: { type: 'string' },
    rtl: { type: 'boolean', default: false },
    out: { type: 'string', default: 'screenshots' },
    server: { type: 'string' },
    empty: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

interface Look {
  readonly size: Size
  readonly theme: string
  readonly language: string
}

const contextOf = async (browser: Browser, origin: string, look: Look): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: SIZES[look.size],
    hasTouch: look.size !== 'desktop',
    isMobile: look.size !== 'desktop',
    locale: look.language === 'de' ? 'de-DE' : 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript((theme) => localStorage.setItem('youtility.theme', theme), look.theme)
  return context
}

/** Draws the parts that are skipped while far from sight, and scrolls to the top, where sticky parts are in place. */
const spread = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('[class*=far-from-sight]'))
      part.style.contentVisibility = 'visible'
    globalThis.scrollTo(0, 0)
  })

/** Takes one scene in one look; reports a scene that can't be reached. */
const shoot = async (
  context: BrowserContext,
  stage: Stage,
  scene: Scene,
  look: Look,
  file: string,
): Promise<boolean> => {
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const { origin, call, friend } = stage
  const isPhone = look.size !== 'desktop'
  const view: View = { page, word: wordsIn(look.language), isPhone, origin, call, friend }
  try {
    await withoutStream(page)
    if (values.rtl) await readFromRightToLeft(page)
    await scene.given?.(view)
    await scene.before?.(view)
    await page.goto(scene.path)
    // Not by its role: a dialog that an address opens hides the page from that.
    await page.locator('h1').first().waitFor()
    await drawInOwnFont(page)
    if (scene.before === undefined)
      await page
        .getByRole('heading', { name: view.word('Verifying Access...') })
        .waitFor({ state: 'detached' })
    if (scene.before === undefined) {
      await page.waitForLoadState('networkidle')
      await page.locator('main .animate-pulse-soft').first().waitFor({ state: 'detached' })
    }
    if (scene.before !== undefined) await page.waitForTimeout(600)
    await scene.walk?.(view)
    if (scene.before === undefined && scene.window === undefined) await page.waitForLoadState('networkidle')
    await drawInOwnFont(page)
    await page.waitForTimeout(250)
    if (scene.window === undefined) await spread(page)
    await page.screenshot({ path: file, fullPage: scene.window === undefined })
    return true
  } catch (error) {
    console.error(
      `${path.basename(file)}: ${error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)}`,
    )
    return false
  } finally {
    await page.context().setOffline(false)
    await page.close()
  }
}

const sheetOf = (files: readonly string[]): string =>
  `<!doctype html><meta charset="utf-8"><title>Screenshots</title>
<style>body{font:14px system-ui;display:flex;flex-wrap:wrap;gap:16px;background:#ddd}figure{margin:0}img{max-height:640px;max-width:640px;display:block}</style>
${files.map((file) => `<figure><figcaption>${file}</figcaption><a href="${file}"><img loading="lazy" src="${file}"></a></figure>`).join('\n')}`

/** A server with its data, and calls as two of its members. */
interface Stage {
  readonly origin: string
  /** Of the member whose pages are shown. */
  readonly session: readonly Cookie[]
  readonly call: Call
  readonly friend: Call
}

const sessionAt = async (browser: Browser, origin: string, member: DemoMember): Promise<Cookie[]> => {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  const page = await context.newPage()
  await signInByHand(page, member)
  const session = await sessionOf(page.context())
  await context.close()
  return session
}

const callsOf =
  (context: APIRequestContext): Call =>
  async (method, to, data) => {
    const headers = method === 'GET' ? {} : { 'Idempotency-Key': crypto.randomUUID() }
    const answer = await context.fetch(to, { method, headers, ...(data === undefined ? {} : { data }) })
    if (!answer.ok()) throw new Error(`${method} ${to}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }

const stageAt = async (browser: Browser, origin: string): Promise<Stage> => {
  const speaking = async (cookies: Cookie[]) =>
    callsOf(
      await request.newContext({
        baseURL: origin,
        extraHTTPHeaders: { Origin: origin },
        storageState: { cookies, origins: [] },
      }),
    )
  const session = await sessionAt(browser, origin, 'Ada Lovelace')
  const friend = await sessionAt(browser, origin, 'Grace Hopper')
  return { origin, session, call: await speaking(session), friend: await speaking(friend) }
}

const looksAsked = (): Look[] =>
  (['phone', 'desktop', 'small'] as const)
    .filter((size) => size === (values.size ?? size) && (size !== 'small' || values.size === size))
    .flatMap((size) => THEMES.flatMap((theme) => LANGUAGES.map((language) => ({ size, theme, language }))))
    .filter(
      ({ theme, language }) =>
        theme === (values.theme ?? theme) && language === (values.language ?? language),
    )

/** Takes all scenes in one look. They share what is stored on the device, except those that ask for a fresh one. */
const shootLook = async (
  browser: Browser,
  stages: Readonly<Record<'usual' | 'empty', Stage>>,
  look: Look,
  out: string,
): Promise<{ readonly files: readonly string[]; readonly missed: number }> => {
  const known = new Map<string, BrowserContext>()
  const contextFor = async (scene: Scene, stage: Stage): Promise<BrowserContext> => {
    const make = async () => {
      const context = await contextOf(browser, stage.origin, look)
      if (scene.open === undefined) await context.addCookies([...stage.session])
      return context
    }
    if (scene.fresh) return make()
    const name = `${scene.open} ${scene.newcomer}`
    const context = known.get(name) ?? (await make())
    known.set(name, context)
    return context
  }
  const files: string[] = []
  let missed = 0
  for (const scene of SCENES) {
    if (!scene.name.includes(values.only ?? '')) continue
    const stage = scene.newcomer ? stages.empty : stages.usual
    const file = `${scene.name.replaceAll(/[^\w]+/g, '-')}.${look.size}.${look.theme}.${look.language}.png`
    const context = await contextFor(scene, stage)
    if (await shoot(context, stage, scene, look, path.join(out, file))) files.push(file)
    else missed += 1
    if (scene.fresh) await context.close()
  }
  for (const context of known.values()) await context.close()
  return { files, missed }
}

const shootAll = async (
  browser: Browser,
  origins: readonly [string, string],
  out: string,
): Promise<boolean> => {
  const [usual, empty] = [await stageAt(browser, origins[0]), await stageAt(browser, origins[1])]
  const files: string[] = []
  let missed = 0
  for (const look of looksAsked()) {
    const done = await shootLook(browser, { usual, empty }, look, out)
    files.push(...done.files)
    missed += done.missed
  }
  await writeFile(path.join(out, 'index.html'), sheetOf(files.toSorted()))
  console.log(`${files.length} pictures in ${out}, ${missed} could not be taken`)
  if (files.length === 0) console.error('No scene is called so, or no look: see --help')
  return missed === 0 && files.length > 0
}

if (values.help) console.log(USAGE)
else {
  const out = path.resolve(values.out)
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const own: DemoServer[] = []
  const originOf = async (given: string | undefined, env: Readonly<Record<string, string>>) => {
    if (given !== undefined) return given
    const server = await startDemoServer(env)
    own.push(server)
    return server.url
  }
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags })
  try {
    const origins = [
      await originOf(values.server, {}),
      await originOf(values.empty, { SEED: 'none' }),
    ] as const
    process.exitCode = (await shootAll(browser, origins, out)) ? 0 : 1
  } finally {
    await browser.close()
    for (const server of own) await server.stop()
  }
}
