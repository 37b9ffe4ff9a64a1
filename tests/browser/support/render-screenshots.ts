/**
 * Takes the pictures of the manifest and of README.md from a running server with the demo members:
 * `SEED=demo npm start` and then `node tests/browser/support/render-screenshots.ts http://localhost:8080`. The
 * PNGs are committed; take them again after changing how the pages look.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from './chromium.ts'
import { signInByHand } from './members.ts'
import { drawInOwnFont } from './own-font.ts'
import { withoutStream } from './without-stream.ts'

const origin = process.argv[2] ?? 'http://localhost:8080'
const root = path.resolve(import.meta.dirname, '../../..')
const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 390, height: 844 }

/** A picture of a member's wallet, from the top of the page. */
const wallet = async (
  browser: Browser,
  viewport: typeof WIDE,
  deviceScaleFactor: number,
): Promise<Buffer> => {
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    deviceScaleFactor,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    // A service worker would offer the installation over the picture.
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await withoutStream(page)
  await signInByHand(page, 'Grace Hopper')
  await page.goto('/wallet')
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.getByText('USD Balance').waitFor()
  await page.waitForLoadState('networkidle')
  await drawInOwnFont(page)
  const picture = await page.screenshot()
  await context.close()
  return picture
}

/** Both pictures side by side, uncropped, with a margin. */
const beside = async (browser: Browser, wide: Buffer, narrow: Buffer, file: string): Promise<void> => {
  const page = await browser.newPage({ viewport: { width: 1480, height: 760 } })
  const image = (picture: Buffer, height: number) =>
    `<img height="${height}" src="data:image/png;base64,${picture.toString('base64')}">`
  await page.setContent(
    `<style>body{margin:0;height:760px;display:flex;gap:40px;align-items:center;justify-content:center;background:#efebf8}
     img{border-radius:16px;box-shadow:0 12px 40px rgb(28 23 43/.18)}</style>${image(wide, 640)}${image(narrow, 680)}`,
  )
  await page.screenshot({ path: file })
  await page.close()
}

const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags })
try {
  const wide = await wallet(browser, WIDE, 1)
  const narrow = await wallet(browser, NARROW, 2)
  const manifest = path.join(root, 'web/public/screenshots')
  await writeFile(path.join(manifest, 'wide.png'), wide)
  await writeFile(path.join(manifest, 'narrow.png'), narrow)
  await beside(browser, wide, narrow, path.join(root, 'docs/wallet.png'))
} finally {
  await browser.close()
}
