import type { Root } from 'react-dom/client'
import { afterAll, beforeAll, vi } from 'vitest'
import { CurrentUser } from '../../api/contract/session.ts'
import { answersAs, DECLINES, withoutPasskeys } from '../support/authenticator.ts'
import { connect, expect, type Network, page, settled, test, waitFor } from './support/page.tsx'
import { start } from '../../web/app/start.tsx'

/** What the app draws in: it never ends by itself, and would go on drawing when there is no document any more. */
const roots = vi.hoisted((): Root[] => [])
vi.mock('react-dom/client', async (original) => {
  const real = await original<typeof import('react-dom/client')>()
  return {
    ...real,
    createRoot: (...args: Parameters<typeof real.createRoot>) => {
      const root = real.createRoot(...args)
      roots.push(root)
      return root
    },
  }
})

let network: Network
let started: Promise<void>
const PASSKEY = 'cGFzc2tleQ'
const databases = async () => (await indexedDB.databases()).map(({ name }) => name)
const locked = () => page.screen.getByRole('heading', { name: 'Youtility is locked' })
const unlock = () => page.user.click(page.screen.getByRole('button', { name: 'Unlock' }))

/** A device that a member uses and has locked, and whose app starts. */
beforeAll(async () => {
  network = await connect('margaret')
  const { id } = CurrentUser.parse(await (await network.browser.fetch('/api/users/me')).json())
  localStorage.setItem('youtility.member', id)
  localStorage.setItem(`m:${id}:lock`, JSON.stringify({ minutes: 5, passkey: PASSKEY }))
  localStorage.setItem(`m:${id}:used`, String(Date.now() - 6 * 60_000))
  history.replaceState(null, '', '/profile')
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  started = start()
  await waitFor(locked)
})
afterAll(() => {
  withoutPasskeys()
  for (const root of roots) root.unmount()
})

test('nothing is asked of the server and nothing opened on the device before it is unlocked', async () => {
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Unlock'))
  answersAs(DECLINES)
  await unlock()
  await waitFor(() => expect(page.screen.getByRole('alert').textContent).toContain('did not unlock'))
  answersAs({ id: 'b3RoZXI', verified: true })
  await unlock()
  await waitFor(() => expect(page.screen.getByRole('alert').textContent).toContain('did not unlock'))
  expect(locked()).toBeTruthy()
  expect(network.sent('GET', /./)).toEqual([])
  expect(await databases()).toEqual([])
  expect(page.screen.getAllByRole('heading')).toHaveLength(1)
})

test('asks before it signs out, as what waits cannot be looked at', async () => {
  await page.user.click(page.screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Back'))
  await page.user.click(page.screen.getByRole('button', { name: 'Back' }))
  await waitFor(locked)
  expect(network.sent('POST', /./)).toEqual([])
})

test('opens by its passkey without a word to the server about it', async () => {
  const asked = answersAs({ id: PASSKEY, verified: true })
  await unlock()
  await waitFor(() => expect(page.screen.queryByText('Youtility is locked')).toBeNull())
  expect(asked()?.userVerification).toBe('required')
  expect(asked()?.allowCredentials).toHaveLength(1)
  await started
  await settled()
  expect(page.screen.getByRole('heading', { level: 1, name: 'Your Profile' })).toBeTruthy()
  expect(network.sent('POST', /./)).toEqual([])
  expect(await databases()).toHaveLength(1)
})
