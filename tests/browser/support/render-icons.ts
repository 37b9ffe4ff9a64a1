/**
 * Draws every PNG icon of the manifest from the paths below: `node tests/browser/support/render-icons.ts`.
 * The PNGs are committed; run this again after changing the mark (web/public/icons/icon.svg, web/app/logo.tsx).
 */
import path from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumPath } from './chromium.ts'

const VIOLET = '#702fd9'
const out = path.resolve(import.meta.dirname, '../../../web/public/icons')

const mark = `<path d="M9 8.5c0 5 2.6 7.6 7 8.6m7-8.6c0 5-2.6 7.6-7 8.6m0 0v6.6" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>`
const stroked = (d: string) =>
  `<g transform="translate(8 8) scale(.6667)"><path d="${d}" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></g>`
const send = stroked('M22 2 11 13M22 2l-7 20-4-9-9-4z')
const request = stroked('M17 7 7 17M17 17H7V7')
const devices = stroked('M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM12 18h.01')
const wallet = stroked('M20 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v12H5a2 2 0 0 1-2-2V5m14 9h.01')

const svg = (
  picture: string,
  { radius, scale = 1, fill = VIOLET }: { radius: number; scale?: number; fill?: string },
) => {
  const shift = (32 - 32 * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="100%" height="100%" style="display:block"><rect width="32" height="32" rx="${radius}" fill="${fill}"/><g transform="translate(${shift} ${shift}) scale(${scale})">${picture}</g></svg>`
}

const icons = [
  { file: 'icon-192.png', size: 192, picture: svg(mark, { radius: 9 }) },
  { file: 'icon-512.png', size: 512, picture: svg(mark, { radius: 9 }) },
  // Launchers cut maskable icons to a circle of 80 %: the mark stays inside, the background goes to the edge.
  { file: 'maskable-192.png', size: 192, picture: svg(mark, { radius: 0, scale: 0.78 }) },
  { file: 'maskable-512.png', size: 512, picture: svg(mark, { radius: 0, scale: 0.78 }) },
  // Its shape counts, not its colour.
  { file: 'monochrome-512.png', size: 512, picture: svg(mark, { radius: 0, scale: 0.78, fill: 'none' }) },
  // iOS rounds the corners itself and shows transparency as black.
  { file: 'apple-touch-icon.png', size: 180, picture: svg(mark, { radius: 0, scale: 0.9 }) },
  { file: 'shortcut-send-96.png', size: 96, picture: svg(send, { radius: 16 }) },
  { file: 'shortcut-request-96.png', size: 96, picture: svg(request, { radius: 16 }) },
  { file: 'shortcut-devices-96.png', size: 96, picture: svg(devices, { radius: 16 }) },
  { file: 'shortcut-wallet-96.png', size: 96, picture: svg(wallet, { radius: 16 }) },
]

const browser = await chromium.launch({ executablePath: chromiumPath() })
try {
  for (const { file, size, picture } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(`<body style="margin:0;background:transparent">${picture}</body>`)
    await page.screenshot({ path: path.join(out, file), omitBackground: true })
    await page.close()
  }
} finally {
  await browser.close()
}
