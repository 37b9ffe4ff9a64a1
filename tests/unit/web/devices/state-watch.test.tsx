// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Device } from '../../../../api/contract/devices.ts'
import { reportReached, reportUnreached } from '../../../../web/data/connectivity.ts'
import { watch } from '../../../../web/data/watched.ts'
import { useStateWatch } from '../../../../web/pages/devices/use-state-watch.ts'
import { device } from '../../../support/device.ts'

const POLL_MS = 3_000

const refresh = vi.fn(async () => undefined)
const refetched = vi.fn(async () => undefined)
const onActive = vi.fn((_device: Device) => undefined)
let unwatch = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  unwatch = watch(refetched)
})
afterEach(() => {
  cleanup()
  unwatch()
  reportReached()
  Reflect.deleteProperty(document, 'visibilityState')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const look = (visibilityState: 'visible' | 'hidden') =>
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
const watching = (shown: Device) =>
  renderHook((value: Device[] | null) => useStateWatch({ value, refresh }, onActive), {
    initialProps: [shown],
  })

const coming = device('kitchen', { status: 'provisioning' })
const active = device('kitchen')

it.each([
  ['is being set up', coming],
  ['is being changed', device('kitchen', { pending: 'suspended' })],
])('asks often while a device %s, and no more once it is done', (_, shown) => {
  const { rerender } = watching(shown)
  pass(POLL_MS - 1)
  expect(refresh).not.toHaveBeenCalled()
  pass(1)
  expect(refresh).toHaveBeenCalledTimes(1)
  pass(POLL_MS)
  expect(refresh).toHaveBeenCalledTimes(2)
  rerender([active])
  pass(10 * POLL_MS)
  expect(refresh).toHaveBeenCalledTimes(2)
})

it('asks for nothing where nothing is under way, nor after the page is left', () => {
  const { rerender, unmount } = watching(active)
  pass(10 * POLL_MS)
  expect(refresh).not.toHaveBeenCalled()
  rerender([coming])
  unmount()
  pass(10 * POLL_MS)
  expect(refresh).not.toHaveBeenCalled()
})

it('asks for nothing while nobody looks or nothing can be reached, and goes on afterwards', () => {
  watching(coming)
  look('hidden')
  pass(2 * POLL_MS)
  expect(refresh).not.toHaveBeenCalled()
  look('visible')
  pass(POLL_MS)
  expect(refresh).toHaveBeenCalledTimes(1)
  reportUnreached()
  pass(2 * POLL_MS)
  expect(refresh).toHaveBeenCalledTimes(1)
  reportReached()
  pass(POLL_MS)
  expect(refresh).toHaveBeenCalledTimes(2)
})

it('tells once of a device that has become active, and has the rest of the page asked for anew', () => {
  const { rerender } = watching(coming)
  rerender([coming])
  expect(refetched).not.toHaveBeenCalled()
  rerender([active])
  expect(onActive.mock.calls).toEqual([[active]])
  expect(refetched).toHaveBeenCalledOnce()
  rerender([{ ...active }])
  expect(onActive).toHaveBeenCalledOnce()
  expect(refetched).toHaveBeenCalledOnce()
})

it('tells nothing of a device that is active when the page is opened', () => {
  watching(active)
  expect(onActive).not.toHaveBeenCalled()
  expect(refetched).not.toHaveBeenCalled()
})
