import { operations } from '../../../api/contract/operations.ts'
import type { Device } from '../../../api/contract/devices.ts'
import type { Browser } from '../../support/browser.ts'
import { expect, page, waitFor, within } from './page.tsx'

/** The card whose heading is the device's name. */
export const card = (name: string) => {
  const found = [...document.querySelectorAll('article')].find(
    (one) => one.querySelector('h2, h3')?.textContent === name,
  )
  if (found === undefined) throw new Error(`${name} has no card`)
  return found
}
export const cardHas = (name: string, text: string | RegExp) =>
  waitFor(() => expect(card(name).textContent).toMatch(text))
/** A button of a device's card. */
export const inCard = (name: string, title: RegExp) =>
  within(card(name)).getByRole<HTMLButtonElement>('button', { name: title })
/** Text of a summary card. */
export const stat = (label: string) => page.screen.getByText(label).parentElement?.parentElement?.textContent

export const devicesByCall = async (): Promise<Device[]> => {
  const answer = await page.network.browser.fetch('/api/mvno/esim/profiles')
  return operations.listProfiles.response.parse(await answer.json()).profiles
}

/** Orders a device by an API call, for tests that are not about ordering. */
export const orderByCall = async ({ post }: Pick<Browser, 'post'>, label: string): Promise<void> => {
  const answer = await post('/api/mvno/esim/provision', { device_label: label })
  expect(answer.status).toBe(201)
}

/** Waits until an ordered device is active and on the page. */
export const active = async (label: string): Promise<Device> => {
  const device = await waitFor(
    async () => {
      const found = (await devicesByCall()).find((one) => one.device_label === label)
      if (found?.status !== 'active') throw new Error(`${label} is ${found?.status}`)
      return found
    },
    { interval: 250 },
  )
  page.reload()
  await waitFor(() => card(label))
  return device
}

export const openTab = async (name: string) => {
  const tab = () => page.screen.getByRole('tab', { name })
  await page.user.click(tab())
  await waitFor(() => expect(tab().getAttribute('aria-selected')).toBe('true'))
}
