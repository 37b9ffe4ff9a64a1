import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { deviceOperations } from '../../api/contract/device-operations.ts'
import { type Device } from '../../api/contract/devices.ts'
import type { Browser } from './browser.ts'
import { SECOND_MS, type TestClock } from './moving-clock.ts'
import { keyed } from './wallet-calls.ts'

const parsed = async <T>(response: Response, schema: { parse: (value: unknown) => T }): Promise<T> => {
  expect(response.status).toBe(200)
  return schema.parse(await response.json())
}

export const profilesOf = async (member: Browser): Promise<readonly Device[]> =>
  (await parsed(await member.fetch('/api/mvno/esim/profiles'), deviceOperations.listProfiles.response))
    .profiles

/** One of the member's devices. */
export const profileOf = async (member: Browser, id: string): Promise<Device | undefined> =>
  (await profilesOf(member)).find((one) => one.id === id)

/** Orders a device; fails the test unless the order is accepted. */
export const provisions = async (
  member: Browser,
  body: Record<string, unknown> = {},
  key: string = randomUUID(),
): Promise<Device> => {
  const response = await member.post('/api/mvno/esim/provision', body, keyed(key))
  expect(response.status, await response.clone().text()).toBe(201)
  return deviceOperations.provisionProfile.response.parse(await response.json()).profile
}

/**
 * Waits until a device has the status and no pending change. With the server's clock, each poll is one simulated minute
 * of the carrier (`SANDBOX_MINUTE_SECONDS: '1'`) after the one before.
 */
export const becomes = async (
  member: Browser,
  id: string,
  status: Device['status'],
  clock?: TestClock,
): Promise<Device> => {
  const found = () => {
    clock?.forward(SECOND_MS)
    return profileOf(member, id)
  }
  await expect.poll(found, { timeout: 15_000, interval: 100 }).toMatchObject({ status, pending: null })
  const profile = await profileOf(member, id)
  if (!profile) throw new Error('The device is gone')
  return profile
}

export const puts = (member: Browser, id: string, body: unknown): Promise<Response> =>
  member.fetch(`/api/mvno/esim/profiles/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

export const deletes = (member: Browser, id: string): Promise<Response> =>
  member.fetch(`/api/mvno/esim/profiles/${id}`, { method: 'DELETE' })

export const activityOf = async (member: Browser, query = '') =>
  parsed(await member.fetch(`/api/mvno/activity${query}`), deviceOperations.listTelecomActivity.response)

export const insightsOf = async (member: Browser) =>
  parsed(await member.fetch('/api/mvno/ai-insights'), deviceOperations.listInsights.response)

export const usageOf = async (member: Browser) =>
  parsed(await member.fetch('/api/mvno/usage/current'), deviceOperations.getCurrentUsage.response)

export const subscriberOf = async (member: Browser) =>
  (await parsed(await member.fetch('/api/mvno/subscriber'), deviceOperations.getSubscriber.response))
    .subscriber
