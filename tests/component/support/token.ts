import { expect, page, waitFor, within } from './page.tsx'

const section = () => {
  const found = document.querySelector<HTMLElement>('section[aria-label="YUT Token"]')
  if (found === null) throw new Error('the panel is not on the page')
  return found
}

/** The token panel of the wallet page. */
export const panel = () => within(section())
export const panelText = () => section().textContent
/** Waits until the panel's figures have loaded. */
export const panelReady = () =>
  waitFor(() => expect(section().querySelector('dl')?.textContent ?? '').toMatch(/\d (YUT|votes)/))
export const showTab = async (name: string) => {
  await page.user.click(panel().getByRole('tab', { name }))
  await waitFor(() => expect(panel().getByRole('tab', { name }).getAttribute('aria-selected')).toBe('true'))
}
export const amountTo = (what: string) => panel().getByLabelText<HTMLInputElement>(`Amount to ${what}`)
/** Clicks a button of the panel as soon as it is enabled. */
export const act = async (name: string) => {
  const found = () => panel().getByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(found().disabled).toBe(false))
  await page.user.click(found())
}
export const stakeByCall = async (amount: string) => {
  const answer = await page.network.browser.post('/api/yut/stake', { amount })
  expect(answer.status).toBe(201)
}
