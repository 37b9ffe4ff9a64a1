/**
 * Takes the manifest's screenshots of a running server: `node tests/browser/support/render-screenshots.ts
 * http://localhost:8080`. The PNGs are committed; take them again after changing how the pages look.
 */
import path from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from './chromium.ts'

const origin = process.argv[2] ?? 'http://localhost:8080'
const out = path.resolve(import.meta.dirname, '../../../web/public/screenshots')
const shots = [
  { file: 'wide.png', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  { file: 'narrow.png', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
]

const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags })
try {
  for (const { file, viewport, deviceScaleFactor } of shots) {
    const page = await browser.newPage({ viewport, deviceScaleFactor, reducedMotion: 'reduce' })
    await page.goto(origin)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.screenshot({ path: path.join(out, file) })
    await page.close()
  }
} finally {
  await browser.close()
}
