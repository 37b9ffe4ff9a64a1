import { expect, type Page, test } from '@playwright/test'
import { forbidStorage } from './support/forbidden-storage.ts'
import { signIn } from './support/members.ts'
import { HEADINGS, visit } from './support/pages.ts'

test.use({ serviceWorkers: 'block' })

const failures = (page: Page): readonly string[] => {
  const found: string[] = []
  page.on('pageerror', ({ message }) => found.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /page failed|^SecurityError|^Uncaught/.test(message.text()))
      found.push(message.text())
  })
  return found
}

test('without cookies every public page starts, and says why nobody can sign in', async ({ page }) => {
  const failed = failures(page)
  await forbidStorage(page, { cookies: false })
  for (const path of ['/', '/verify', '/help', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('This browser blocks cookies and stored data')).toBeVisible()
  }
  await page.goto('/wallet')
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible()
  await expect(page.getByText('This browser blocks cookies and stored data')).toBeVisible()
  expect(failed).toEqual([])
})

test('where only cookies are allowed every page of a member works while it is open', async ({ page }) => {
  const failed = failures(page)
  await forbidStorage(page, { cookies: true })
  await signIn(page, 'Barbara Liskov', '/wallet')
  await expect(page.getByRole('heading', { level: 1, name: 'Your Wallet' })).toBeVisible()
  await expect(page.getByText('Nothing can be saved on this device now')).toBeVisible()
  for (const path of Object.keys(HEADINGS)) await visit(page, path, path === '/' ? undefined : HEADINGS[path])
  expect(failed).toEqual([])
})
