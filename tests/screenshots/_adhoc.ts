import { chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../browser/support/chromium.ts'
import { startDemoServer } from '../browser/support/demo-server.ts'
import { signInByHand, sessionOf } from '../browser/support/members.ts'
const out = '/tmp/wshots'
const acct = (n: number, more = {}) => ({
  id: `1f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5${n}`,
  holder_name: 'Ada Lovelace',
  bank_name: n === 1 ? 'First Example Bank' : null,
  last4: `678${n}`,
  account_type: 'checking',
  rails: ['ach', 'instant'],
  state: 'usable',
  usable_from: '2026-11-27T10:00:00Z',
  created_at: '2026-11-26T10:00:00Z',
  ...more,
})
const options = {
  closed: null,
  simulated: true,
  available_usd: '2460.00',
  held_usd: '90.00',
  holds: [
    { amount_usd: '40.00', free_from: '2027-01-12' },
    { amount_usd: '50.00', free_from: '2027-03-20' },
  ],
  rails: [
    { rail: 'ach', fee_usd: '0.00', max_usd: '2460.00', arrives_by: '2026-12-02' },
    { rail: 'instant', fee_usd: '1.50', max_usd: '2458.50', arrives_by: '2026-11-27' },
  ],
  min_usd: '1.00',
  day: { limit_usd: '10000.00', used_usd: '0.00', left_usd: '10000.00' },
  month: { limit_usd: '25000.00', used_usd: '500.00', left_usd: '24500.00' },
  needs_fresh_sign_in: true,
  cancel_seconds: 600,
  test_bank_accounts: [
    { routing_number: '110000000', account_number: '000123456789', outcome: 'The transfer arrives' },
  ],
}
const server = process.argv[2] ?? ''
const own = server === '' ? await startDemoServer({}) : null
const origin = own?.url ?? server
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags })
const c0 = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
const p0 = await c0.newPage()
await signInByHand(p0, 'Ada Lovelace')
const cookies = await sessionOf(c0)
for (const [size, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 640 },
  desktop: { width: 1280, height: 800 },
  tablet: { width: 800, height: 900 },
}))
  for (const theme of size === 'phone' || size === 'desktop' ? ['light', 'dark-violet'] : ['light'])
    for (const locale of ['en-US', 'de-DE']) {
      const context = await browser.newContext({
        baseURL: origin,
        viewport,
        hasTouch: size === 'phone',
        isMobile: size === 'phone',
        locale,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      await context.addInitScript((name) => localStorage.setItem('youtility.theme', name), theme)
      await context.addCookies(cookies)
      const page = await context.newPage()
      page.setDefaultTimeout(6000)
      let accounts: object[] = [acct(1), acct(2, { state: 'waiting', usable_from: '2026-11-28T10:00:00Z' })]
      let opts: object = options
      await page.route('**/api/together**', (route) => route.fulfill({ status: 404, body: '' }))
      await page.route('**/api/wallet/bank-accounts', (route) =>
        route.fulfill({ json: { bank_accounts: accounts } }),
      )
      await page.route('**/api/wallet/withdrawal-options', (route) => route.fulfill({ json: opts }))
      const shot = async (name: string) => {
        await page.waitForTimeout(500)
        await page.screenshot({ path: `${out}/${name}.${size}.${theme}.${locale.slice(0, 2)}.png` })
      }
      const wants = process.argv[3] ?? ''
      const scene = async (name: string, path: string, walk: () => Promise<unknown>) => {
        if (!name.includes(wants)) return
        try {
          await page.goto(path)
          await page.waitForLoadState('networkidle')
          await walk()
          await shot(name)
        } catch (e) {
          console.log(name, size, locale, String(e).split('\n')[0])
        }
      }
      const d = page.getByRole('dialog')
      await scene('wallet', '/wallet', async () => {})
      await scene('details', '/wallet?withdraw=1&amount=25', () => d.waitFor())
      await scene('mistakes', '/wallet?withdraw=1&amount=2500', async () => {
        await d.waitFor()
        await d.locator('button[type=submit]').click()
      })
      await scene('review', '/wallet?withdraw=1&amount=25', async () => {
        await d.waitFor()
        await d.locator('button[type=submit]').click()
      })
      await scene('accounts', '/wallet?withdraw=1&amount=25', async () => {
        await d.waitFor()
        await d.getByRole('button', { name: /Saved accounts|Gespeicherte/ }).click()
      })
      await scene('newaccount', '/wallet?withdraw=1&amount=25', async () => {
        await d.waitFor()
        await d.getByRole('button', { name: /Add an account|Konto hinzu/ }).click()
        await page.waitForTimeout(500)
        await d.locator('input[name=routing_number]').fill('110000001')
      })
      accounts = []
      await scene('empty', '/wallet?withdraw=1&amount=25', () => d.waitFor())
      opts = { ...options, closed: 'There is no bank here, so nothing can be paid out.', rails: [] }
      await scene('closed', '/wallet?withdraw=1&amount=25', () => d.waitFor())
      await context.close()
    }
await browser.close()
await own?.stop()
