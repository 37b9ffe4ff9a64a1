/** `npm run screenshots`: pictures of every page and step, to be looked at. See USAGE. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Cookie } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../browser/support/chromium.ts'
import { startDemoServer } from '../browser/support/demo-server.ts'
import { sessionOf, signInByHand } from '../browser/support/members.ts'
import { withoutStream } from '../browser/support/quiet.ts'
import { type Scene, SCENES, type View } from './scenes.ts'
import { wordsIn } from './words.ts'

const USAGE = `npm run screenshots -- [options]; the app must be built
  --only TEXT       scenes with this in their name
  --size NAME       phone (390 x 844) or desktop (1280 x 800); default both
  --theme NAME      light or dark-violet; default both
  --language NAME   en or de; default both
  --rtl             lines run from right to left, to see that nothing is bound to a side
  --out FOLDER      default screenshots, which is emptied
  --server ORIGIN   a running server with the demo members instead of one of its own
The folder gets an index.html with all of them.`

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const THEMES = ['light', 'dark-violet']
const LANGUAGES = ['en', 'de']
/** Dark whatever is chosen, as specified: one picture is enough. */
const ALWAYS_DARK = /^\/(?:tellepathy|devices)/

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    size: { type: 'string' },
    theme: { type: 'string' },
    language: { type: 'string' },
    rtl: { type: 'boolean', default: false },
    out: { type: 'string', default: 'screenshots' },
    server: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

interface Look {
  readonly size: keyof typeof SIZES
  readonly theme: string
  readonly language: string
}

const contextOf = async (browser: Browser, origin: string, look: Look): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: SIZES[look.size],
    hasTouch: look.size === 'phone',
    isMobile: look.size === 'phone',
    locale: look.language === 'de' ? 'de-DE' : 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript((theme) => localStorage.setItem('youtility.theme', theme), look.theme)
  return context
}

/** One scene in one look; a scene that can't be reached is told, not hidden. */
const shoot = async (context: BrowserContext, scene: Scene, look: Look, file: string): Promise<boolean> => {
  const page = await context.newPage()
  page.setDefaultTimeout(8_000)
  const view: View = { page, word: wordsIn(look.language), isPhone: look.size === 'phone' }
  try {
    await withoutStream(page)
    if (values.rtl)
      await page.route(
        ({ pathname }) => !pathname.startsWith('/api/') && !pathname.includes('.'),
        async (route) => {
          if (route.request().resourceType() !== 'document') return route.fallback()
          const answer = await route.fetch()
          const body = await answer.text()
          return route.fulfill({ response: answer, body: body.replace('<html ', '<html dir="rtl" ') })
        },
      )
    await scene.before?.(view)
    await page.goto(scene.path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (scene.before === undefined) {
      await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
      await page.waitForLoadState('networkidle')
    }
    if (scene.before !== undefined) await page.waitForTimeout(600)
    await scene.walk?.(view)
    if (scene.before === undefined && scene.window === undefined) await page.waitForLoadState('networkidle')
    await page.waitForTimeout(250)
    await page.screenshot({ path: file, fullPage: scene.window === undefined })
    return true
  } catch (error) {
    console.error(
      `${path.basename(file)}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
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

const shootAll = async (browser: Browser, origin: string, out: string): Promise<boolean> => {
  const first = await browser.newPage({ baseURL: origin })
  await signInByHand(first, 'Ada Lovelace')
  const session: Cookie[] = await sessionOf(first)
  await first.close()
  const files: string[] = []
  let all = true
  for (const size of ['phone', 'desktop'] as const)
    for (const theme of THEMES)
      for (const language of LANGUAGES) {
        const look = { size, theme, language }
        if (
          [values.size ?? size, values.theme ?? theme, values.language ?? language].join() !==
          Object.values(look).join()
        )
          continue
        const stranger = await contextOf(browser, origin, look)
        const member = await contextOf(browser, origin, look)
        await member.addCookies(session)
        const fresh = async () => {
          const context = await contextOf(browser, origin, look)
          await context.addCookies(session)
          return context
        }
        for (const scene of SCENES) {
          if (!scene.name.includes(values.only ?? '')) continue
          if (theme === 'light' && ALWAYS_DARK.test(scene.path)) continue
          const file = `${scene.name.replaceAll(/[^\w]+/g, '-')}.${size}.${theme}.${language}.png`
          const context = scene.open ? stranger : scene.fresh ? await fresh() : member
          const isShot = await shoot(context, scene, look, path.join(out, file))
          if (scene.fresh) await context.close()
          if (isShot) files.push(file)
          else all = false
        }
        await stranger.close()
        await member.close()
      }
  await writeFile(path.join(out, 'index.html'), sheetOf(files.toSorted()))
  console.log(`${files.length} pictures in ${out}`)
  return all
}

if (values.help) console.log(USAGE)
else {
  const out = path.resolve(values.out)
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const server = values.server === undefined ? await startDemoServer() : undefined
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags })
  try {
    process.exitCode = (await shootAll(browser, server?.url ?? values.server ?? '', out)) ? 0 : 1
  } finally {
    await browser.close()
    await server?.stop()
  }
}
