import { expect, opens, page, settled, test, waitFor } from './support/page.tsx'

opens('/devices?tab=insights', 'grace')

/** The chosen tab of the first row of tabs. */
const chosen = () => document.querySelector('[role=tab][aria-selected=true]')?.textContent
const tab = (name: string) => page.screen.getByRole('tab', { name })
const query = () => window.location.search

test('an address opens the tab that it names, and a chosen tab is in it without an entry in the history', async () => {
  await waitFor(() => expect(chosen()).toBe('AI Insights'))
  const entries = history.length
  await page.user.click(tab('Activity Feed'))
  await waitFor(() => expect(query()).toBe('?tab=activity'))
  expect(history.length).toBe(entries)
  page.reload()
  await settled()
  await waitFor(() => expect(chosen()).toBe('Activity Feed'))
  await page.user.click(tab('Connected Devices'))
  await waitFor(() => expect(query()).toBe(''))
})

test('an address that names no tab of ours opens the first', async () => {
  page.goTo('/devices?tab=nonsense')
  await settled()
  expect(chosen()).toBe('Connected Devices')
})

test('contacts keep their view, type, order and page, and no name that was searched for', async () => {
  page.goTo('/tellepathy?type=family&sort=contact_name-desc')
  await settled()
  const type = page.screen.getByLabelText<HTMLSelectElement>('Type')
  expect(type.value).toBe('family')
  await waitFor(() =>
    expect(document.querySelector('th[aria-sort=descending]')?.textContent).toContain('Contact'),
  )
  await page.fill(page.screen.getByRole('searchbox'), 'Grace')
  expect(query()).not.toContain('Grace')
  await page.user.selectOptions(type, 'all')
  await waitFor(() => expect(query()).toBe('?sort=contact_name-desc'))
  page.goTo('/tellepathy?tab=analytics&days=7&figure=data')
  await settled()
  await waitFor(() => expect(chosen()).toBe('Analytics & Reports'))
  await waitFor(() => expect(page.screen.getByLabelText<HTMLInputElement>('7 days').checked).toBe(true))
  expect(page.screen.getByLabelText<HTMLInputElement>('Data').checked).toBe(true)
})

test('the wallet keeps the filters of its history, its portfolio and the token’s tab, each for itself', async () => {
  page.goTo('/wallet?kind=interest&of=USD&portfolio=YUT&token=stake')
  await settled()
  const history = () => page.screen.getByLabelText<HTMLSelectElement>('Kind')
  await waitFor(() => expect(history().value).toBe('interest'))
  expect(page.screen.getByLabelText<HTMLSelectElement>('Currency').value).toBe('USD')
  expect(page.screen.getByLabelText<HTMLInputElement>('YUT Only').checked).toBe(true)
  await waitFor(() => expect(tab('Stake').getAttribute('aria-selected')).toBe('true'))
  await page.user.click(page.screen.getByLabelText('All'))
  await page.user.selectOptions(history(), 'all')
  await waitFor(() => expect(query()).toBe('?of=USD&token=stake'))
})
