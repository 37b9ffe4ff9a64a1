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
 * The Chromium to drive: `CHROMIUM_PATH`, else the system's, else Playwright's own (run
 * `npx playwright install chromium` for that one).
 */
export function chromiumPath(): string {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : chromium.executablePath()
}

/**
 * Chromium's headless shell, where Debian's package of that name is installed: it draws and runs pages as the whole
 * browser does for a fifth less work. Tests that need the whole browser (to install the app) use `chromiumPath`.
 */
export function headlessShellPath(): string {
  const installed = '/usr/bin/chromium-headless-shell'
  return existsSync(installed) ? installed : chromiumPath()
}
