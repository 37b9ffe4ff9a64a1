import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Flags for a quiet Chromium: no first-run pages, no calls home. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * For the gate, which measures nothing: a load makes megabytes that nobody needs a moment later, and with room for
 * them until the page is left a twelfth of its work, which is collecting them, falls away.
 */
export const roomyFlags = [...chromiumFlags, '--js-flags=--min-semi-space-size=32 --max-semi-space-size=32']

/**
 * The Chromium to drive: `CHROMIUM_PATH`, else the system's, else Playwright's own (run
 * `npx playwright install chromium` for that one).
 */
export function chromiumPath(): string {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : chromium.executablePath()
}

/**
 * Chromium without any window, where Debian's package of that name is installed: it draws and runs pages as the
 * whole one does for a fifth less work. What only the whole browser can do (to install the app) asks `chromiumPath`.
 */
export function headlessShellPath(): string {
  const installed = '/usr/bin/chromium-headless-shell'
  return existsSync(installed) ? installed : chromiumPath()
}
