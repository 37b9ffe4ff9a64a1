import { expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import { operations } from '../../../api/contract/operations.ts'
import type { Device } from '../../../api/contract/devices.ts'
import { type DemoMember, signIn } from './members.ts'

/** Files and projects run in parallel on one server: each uses the devices of a different member. */
export type Keeper = 'page' | 'dialogs' | 'lifecycle'

const KEEPERS: Readonly<Record<Keeper, { readonly desktop: DemoMember; readonly phone: DemoMember }>> = {
  page: { desktop: 'Edsger Dijkstra', phone: 'Dorothy Vaughan' },
  dialogs: { desktop: 'Margaret Hamilton', phone: 'Barbara Liskov' },
  lifecycle: { desktop: 'Grace Hopper', phone: 'Alan Turing' },
}

export const keeperOf = (keeper: Keeper, { project }: TestInfo): DemoMember =>
  KEEPERS[keeper][project.name === 'phone' ? 'phone' : 'desktop']

export async function openDevices(page: Page, member: DemoMember): Promise<void> {
  await signIn(page, member, '/devices')
  await expect(card(page, `${member.split(' ')[0]}'s phone`)).toBeVisible()
}

export const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
export const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true })
/** A summary card, by its name. */
export const stat = (page: Page, label: string): Locator =>
  page.getByText(label, { exact: true }).locator('xpath=../..')
/** By its element, not its role: while a dialog is open, a toast is hidden from screen readers. */
export const toast = (page: Page, text: string): Locator => page.locator('li', { hasText: text }).first()

const Profiles = operations.listProfiles.response
const Provisioned = operations.provisionProfile.response

export async function devicesByCall(page: Page): Promise<Device[]> {
  return Profiles.parse(await (await page.request.get('/api/mvno/esim/profiles')).json()).profiles
}

/** Orders a device by a call, for tests that need one and are not about ordering. */
export async function orderByCall(
  page: Page,
  baseURL: string | undefined,
  body: { device_label: string; device_type?: string; plan_type?: string },
): Promise<Device> {
  const answer = await page.request.post('/api/mvno/esim/provision', {
    headers: { Origin: baseURL ?? '' },
    data: body,
  })
  expect(answer.status()).toBe(201)
  return Provisioned.parse(await answer.json()).profile
}

/** As `orderByCall`, and waits until it is active. */
export async function activeByCall(
  page: Page,
  baseURL: string | undefined,
  body: { device_label: string; device_type?: string; plan_type?: string },
): Promise<Device> {
  const { id } = await orderByCall(page, baseURL, body)
  const now = async () => (await devicesByCall(page)).find((device) => device.id === id)
  await expect.poll(async () => (await now())?.status, { timeout: 30_000 }).toBe('active')
  const device = await now()
  if (device === undefined) throw new Error('the device is gone')
  return device
}

/** Deletes all devices of the member whose label starts with `prefix`: a member can have at most ten. */
export async function removeByCall(page: Page, baseURL: string | undefined, prefix: string): Promise<void> {
  for (const { id, device_label } of await devicesByCall(page)) {
    if (!device_label.startsWith(prefix)) continue
    await page.request.delete(`/api/mvno/esim/profiles/${id}`, { headers: { Origin: baseURL ?? '' } })
  }
}
