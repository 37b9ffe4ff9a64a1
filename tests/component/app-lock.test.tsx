import { afterAll, afterEach } from 'vitest'
import { passkeyOperations } from '../../api/contract/passkeys.ts'
import { lockSetting, watchUse } from '../../web/data/app-lock.ts'
import { answersAs, DECLINES, withoutPasskeys } from '../support/authenticator.ts'
import { changed, expect, opens, page, test, waitFor, within } from './support/page.tsx'

const HELD = {
  id: crypto.randomUUID(),
  name: 'My phone',
  created_at: new Date().toISOString(),
  last_used_at: null,
}

opens('/profile', 'margaret', {
  each: (network) =>
    network.on(
      'GET',
      /^\/api\/passkeys$/,
      changed(passkeyOperations.listPasskeys.response, (all) => ({ ...all, passkeys: [HELD] })),
    ),
})
afterEach(() => watchUse()())
afterAll(withoutPasskeys)

const panel = () => within(page.screen.getByRole('region', { name: 'App lock' }))
const choice = () => panel().getByLabelText<HTMLSelectElement>('Lock this app')
const choose = async (label: string) => {
  await waitFor(() => expect(choice().disabled).toBe(false))
  await page.user.selectOptions(choice(), label)
}

test.each([
  ['declines', DECLINES],
  ['did not verify who touched it', { id: 'cGFzc2tleQ', verified: false }],
] as const)('no lock is set by a passkey that %s', async (_what, answer) => {
  answersAs(answer)
  await choose('After 5 minutes')
  await waitFor(() => expect(panel().getByRole('alert').textContent).toContain('The lock stays as it was'))
  expect(choice().value).toBe('off')
  expect(lockSetting()).toBeNull()
})

test('is set with the passkey that confirmed it, changed and ended by that one only', async () => {
  const asked = answersAs({ id: 'cGFzc2tleQ', verified: true })
  await choose('After 5 minutes')
  await waitFor(() => expect(lockSetting()).toEqual({ minutes: 5, passkey: 'cGFzc2tleQ' }))
  expect(asked()?.userVerification).toBe('required')
  await waitFor(() => expect(choice().value).toBe('5'))
  answersAs({ id: 'b3RoZXI', verified: true })
  await choose('Never')
  await waitFor(() => expect(panel().getByRole('alert').textContent).toContain('The lock stays as it was'))
  expect(lockSetting()?.minutes).toBe(5)
  const askedAgain = answersAs({ id: 'cGFzc2tleQ', verified: true })
  await choose('Never')
  await waitFor(() => expect(lockSetting()).toBeNull())
  expect(askedAgain()?.allowCredentials).toHaveLength(1)
  // Nothing of it concerns the server.
  expect(page.network.sent('POST', /./)).toEqual([])
})
