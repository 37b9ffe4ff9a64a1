import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { addSession } from './support/members.ts'
import { button, dialog, heading } from './support/wallet.ts'

test.use({ serviceWorkers: 'block' })

test('a movement has a page: again, back, a note, a report, and the bill shared with contacts', async ({
  page,
  context,
}) => {
  await addSession(context, 'Barbara Liskov')
  const message = `Dinner ${crypto.randomUUID().slice(0, 8)}`
  await context.request.post('/api/wallet/transfer', {
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    data: { to_user_identifier: '@donald', currency: 'USD', amount: '60.00', message },
  })
  await test.step('its row leads there', async () => {
    await page.goto('/wallet')
    const row = page
      .getByRole('list', { name: 'Recent activity' })
      .getByRole('listitem')
      .filter({ hasText: message })
    await row.getByRole('link', { name: 'Sent to Donald Knuth' }).click()
    await expect(page).toHaveURL(/\/wallet\/activity\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sent to Donald Knuth (@donald)')
    const details = page.getByRole('region', { name: 'Details' })
    await expect(details).toContainText('ToDonald Knuth (@donald)')
    await expect(details).toContainText('Account ofBarbara Liskov')
    await expect(details).toContainText('Arrived')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
  const here = page.url()
  await test.step('on paper it is a receipt with names', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('Donald Knuth')
    await expect(page.getByRole('link', { name: 'Send again' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })
  await test.step('a note of one’s own is kept', async () => {
    await page.getByLabel('Only you see it').fill('Birthday of Anna')
    await page.getByRole('button', { name: 'Save the note' }).click()
    await expect(page.getByRole('button', { name: 'Save the note' })).toBeDisabled()
    await page.reload()
    await expect(page.getByLabel('Only you see it')).toHaveValue('Birthday of Anna')
  })
  await test.step('that something is wrong is kept', async () => {
    await page.getByRole('button', { name: 'Something is wrong' }).click()
    await dialog(page).getByLabel('What is wrong').selectOption('wrong_amount')
    await dialog(page).getByLabel('What happened').fill('It was 16, not 60.')
    await expectAccessible(page)
    await button(page, 'Report').click()
    await expect(page.getByText('It was 16, not 60.')).toBeVisible()
    await expect(page.getByText('You reported this on')).toBeVisible()
    await expect(page.getByText(/You have an answer by .* at the latest/)).toBeVisible()
    await page.getByRole('button', { name: /^Add to case/ }).click()
    await dialog(page).getByLabel('Your message').fill('He agrees.')
    await expectAccessible(page)
    await button(page, 'Send').click()
    await expect(page.getByText('He agrees.')).toBeVisible()
  })
  await test.step('it is shared evenly with contacts, one request each', async () => {
    await page.getByRole('button', { name: 'Split' }).click()
    await expect(heading(page, 'Split a bill')).toBeFocused()
    const people = dialog(page).getByRole('list', { name: 'People' }).getByRole('checkbox')
    await people.nth(0).check()
    await expect(dialog(page).getByLabel('Amount for each')).toHaveValue('30.00')
    await people.nth(1).check()
    await expect(dialog(page).getByLabel('Amount for each')).toHaveValue('20.00')
    await expectAccessible(page)
    await button(page, 'Ask 2 people').click()
    await expect(dialog(page).getByText('Asked for $20.00')).toHaveCount(2)
    await button(page, 'Done').click()
  })
  await test.step('it is asked back, and sent again, filled in and not sent', async () => {
    await page.getByRole('link', { name: 'Request back' }).click()
    await expect(dialog(page).getByLabel('Amount')).toHaveValue('60.00')
    await page.goto(here)
    await page.getByRole('link', { name: 'Send again' }).click()
    await expect(heading(page, 'Send Funds')).toBeVisible()
    await expect(dialog(page).getByLabel('Amount')).toHaveValue('60.00')
    await expect(dialog(page).getByLabel('Message')).toHaveValue(message)
  })
})
