// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { updateStep, visibleOffer, type UpdateState } from '../../../web/parts/update-state.ts'

// The store of updates.ts without the service worker, whose registration is a module of the build.
const store = createStore<UpdateState>(() => ({ version: 'current', holds: 0, versionsFound: 0 }))
vi.mock('../../../web/parts/updates.ts', () => ({
  useUpdateOffer: () => ({
    offer: useStore(store, visibleOffer),
    version: useStore(store, ({ versionsFound }) => versionsFound),
    accept: () => undefined,
  }),
}))
const { UpdatePrompt } = await import('../../../web/app/update-prompt.tsx')

afterEach(cleanup)

test('Later puts off one version, not the next', () => {
  render(<UpdatePrompt />)
  const offer = () => screen.queryByText('A new version is ready')
  const newVersion = () => act(() => store.setState(updateStep(store.getState(), { type: 'found' })))
  expect(offer()).toBeNull()
  newVersion()
  expect(offer()).not.toBeNull()
  act(() => screen.getByRole('button', { name: 'Later' }).click())
  expect(offer()).toBeNull()
  newVersion()
  expect(offer()).not.toBeNull()
})
