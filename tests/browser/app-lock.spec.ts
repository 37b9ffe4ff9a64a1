import { expect, test, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { chooseMember, signInByHand } from './support/members.ts'
import { withAuthenticator } from './support/passkeys.ts'

const locked = (page: Page) => page.getByRole('heading', { name: 'Youtility is locked' })
const unlock = (page: Page) => page.getByRole('button', { name: 'Unlock' }).click()
const wallet = (page: Page) => page.getByRole('heading', { level: 1, name: 'Wallet' })
const balance = (page: Page) => page.getByText(/^\$\d[\d,]*\.\d\d$/).first()

/** Everything that this device keeps of members. */
const kept = (page: Page) =>
  page.evaluate(async () => [
    ...Object.keys(localStorage).filter((key) => key.startsWith('m:')),
    ...(await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('m:') === true ? [name] : [])),
  ])

test('a locked device shows nothing and asks for nothing before its passkey, offline too, and can be signed out', async ({
  page,
  context,
}, { project }) => {
  const member = project.name === 'phone' ? 'Donald Knuth' : 'Radia Perlman'
  const becomeVerified = await withAuthenticator(page)
  await signInByHand(page, member)
  await page.goto('/profile')

  await test.step('is locked with a passkey that was added before', async () => {
    const passkeys = page.getByRole('region', { name: 'Passkeys' })
    const lock = page.getByRole('region', { name: 'App lock' })
    await expect(lock.getByLabel('Lock this app')).toBeDisabled()
    const again = passkeys.getByRole('button', { name: 'Sign in again' })
    const add = passkeys.getByRole('button', { name: 'Add a passkey' })
    await expect(again.or(add)).toBeVisible()
    // An account of the last ten minutes adds one at once.
    if (await again.isVisible()) {
      await again.click()
      await chooseMember(page, member)
      await page.waitForURL('**/profile')
    }
    await add.click()
    await expect(passkeys.getByRole('button', { name: /^Remove the passkey/ })).toBeVisible()
    await lock.getByLabel('Lock this app').selectOption('At once, when I leave it')
    await expect(lock.getByLabel('Lock this app')).toHaveValue('0')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
  await test.step('before it is unlocked no page is there and only the session was asked for', async () => {
    // The page before fetches what the bar leads to, for as long as it is there.
    await page.goto('about:blank')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/wallet')
    await expect(locked(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Unlock' })).toBeFocused()
    await expect(page.getByRole('heading')).toHaveCount(1)
    await expect(page.getByText('$')).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await becomeVerified(false)
    await unlock(page)
    await expect(page.getByRole('alert')).toContainText('That did not unlock it')
    await expectAccessible(page)
    expect(asked.filter((path) => path.startsWith('/api/') && path !== '/api/session')).toEqual([])
    await becomeVerified(true)
    await unlock(page)
    await expect(wallet(page)).toBeVisible()
    await expect(balance(page)).toBeVisible()
  })
  await test.step('out of sight it locks itself', async () => {
    // A headless browser has all its pages in sight.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect(locked(page)).toBeVisible()
    await expect(page.getByText('$')).toHaveCount(0)
    await unlock(page)
    await expect(wallet(page)).toBeVisible()
    await expect(balance(page)).toBeVisible()
  })
  await test.step('offline it opens what this device keeps', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await page.reload()
    await expect(locked(page)).toBeVisible()
    await unlock(page)
    await expect(wallet(page)).toBeVisible()
    await expect(balance(page)).toBeVisible()
    await context.setOffline(false)
  })
  await test.step('who has lost the passkey signs out, which leaves nothing', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign out without unlocking?' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'SIGN IN' })).toBeVisible()
    await expect.poll(() => kept(page)).toEqual([])
  })
})
