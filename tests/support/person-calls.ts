import { expect } from 'vitest'
import { BegunCheck, IdentityCheck, type TestPerson } from '../../api/contract/identity-check.ts'
import { notificationOperations, type Notification } from '../../api/contract/notifications.ts'
import { securityOperations } from '../../api/contract/security.ts'
import type { Browser } from './browser.ts'
import { eventually } from './read-models.ts'

const PATH = '/api/profile/identity-check'

const answered = async <T>(
  response: Response,
  status: number,
  schema: { parse: (value: unknown) => T },
): Promise<T> => {
  const text = await response.text()
  expect({ status: response.status, text }).toEqual({ status, text: expect.any(String) })
  return schema.parse(JSON.parse(text))
}

export const identityOf = async (member: Browser): Promise<IdentityCheck> =>
  answered(await member.fetch(PATH), 200, IdentityCheck)

/** Begins a check, or goes on with one; fails the test unless that is accepted. */
export const begins = async (member: Browser): Promise<BegunCheck> =>
  answered(await member.post(PATH), 200, BegunCheck)

/** Answers the open check in the sandbox. */
export const answersAs = (member: Browser, person: TestPerson): Promise<Response> =>
  member.post(`${PATH}/test-person`, { person })

/** Waits for the background process, as the page does. */
export const identityBecomes = async (
  member: Browser,
  expected: Partial<IdentityCheck>,
): Promise<IdentityCheck> => {
  let seen = await identityOf(member)
  await eventually(
    async () => {
      seen = await identityOf(member)
      return Object.entries(expected).every(([name, value]) => Reflect.get(seen, name) === value)
    },
    `the identity becomes ${JSON.stringify(expected)}, it is ${JSON.stringify(seen)}`,
  )
  return seen
}

/** States of the notifications about who the member is, the oldest first. */
export const toldOfIdentity = async (member: Browser) => {
  const { notifications } = await answered(
    await member.fetch('/api/notifications?limit=100'),
    200,
    notificationOperations.listNotifications.response,
  )
  const about = (notification: Notification) => (notification.kind === 'identity' ? [notification.state] : [])
  return notifications.flatMap(about).toReversed()
}

/** Entries of the security trail about who the member is, the oldest first. */
export const trailOfIdentity = async (member: Browser) => {
  const { events } = await answered(
    await member.fetch('/api/security-events?limit=100'),
    200,
    securityOperations.listSecurityEvents.response,
  )
  return events.flatMap(({ kind }) => (kind.startsWith('identity') ? [kind] : [])).toReversed()
}
