// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isLockDue, isLocked, lockSetting, setLock, watchUse } from '../../../../web/data/app-lock.ts'

const MINUTE_MS = 60_000
const lock = vi.fn()
const become = (visibilityState: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
const passes = (minutes: number) => vi.advanceTimersByTime(minutes * MINUTE_MS)
const touch = () => globalThis.dispatchEvent(new Event('pointerdown'))
const isCovered = () => document.body.style.opacity === '0'

let end = () => {}
/** The device is set to lock, and the member is at it. */
const watched = (minutes: 0 | 1 | 5 | 15) => {
  setLock({ minutes, passkey: 'cGFzc2tleQ' })
  end = watchUse(lock)
}

beforeEach(() => {
  vi.useFakeTimers()
  lock.mockReset()
  localStorage.setItem('youtility.member', 'ada')
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
})
afterEach(() => {
  end()
  localStorage.clear()
  Reflect.deleteProperty(document, 'visibilityState')
  vi.useRealTimers()
})

describe('a device with a lock', () => {
  it('is locked once the minutes have passed, at a start without a use, and when its clock was put back', () => {
    expect(isLockDue(5, 0, 5 * MINUTE_MS - 1)).toBe(false)
    expect(isLockDue(5, 0, 5 * MINUTE_MS)).toBe(true)
    expect(isLockDue(5, 1, 0)).toBe(true)
    expect(isLockDue(5, Number.NaN, 0)).toBe(true)
    expect(isLockDue(0, 0, 0)).toBe(true)
  })

  it('has a setting that ends with the member’s entries, and none that cannot be read', () => {
    setLock({ minutes: 15, passkey: 'cGFzc2tleQ' })
    expect(lockSetting()).toEqual({ minutes: 15, passkey: 'cGFzc2tleQ' })
    localStorage.setItem('m:ada:lock', '{"minutes":3,"passkey":"cGFzc2tleQ"}')
    expect(lockSetting()).toBeNull()
    setLock(null)
    expect(isLocked()).toBe(false)
  })

  it('is locked after minutes without a touch, in sight or not, and by nothing less', () => {
    watched(5)
    passes(4)
    touch()
    passes(4)
    expect(lock).not.toHaveBeenCalled()
    passes(2)
    expect(lock).toHaveBeenCalledOnce()
    expect(isCovered()).toBe(true)
  })

  it('hides what it shows while it is in the background, and shows it again in time', () => {
    watched(5)
    become('hidden')
    expect(isCovered()).toBe(true)
    passes(4)
    become('visible')
    expect(isCovered()).toBe(false)
    expect(lock).not.toHaveBeenCalled()
  })

  it('is locked in the background, and at once by a page that slept when it is back or touched', () => {
    watched(1)
    become('hidden')
    passes(1)
    expect(lock).toHaveBeenCalledOnce()
    lock.mockReset()
    watched(5)
    // A page that sleeps has no timers.
    vi.setSystemTime(Date.now() + 6 * MINUTE_MS)
    become('visible')
    expect(lock).toHaveBeenCalledOnce()
    expect(isCovered()).toBe(true)
    lock.mockReset()
    watched(5)
    vi.setSystemTime(Date.now() + 6 * MINUTE_MS)
    touch()
    expect(lock).toHaveBeenCalledOnce()
  })

  it('that locks at once does so when it is left, and never in sight', () => {
    watched(0)
    passes(60)
    touch()
    expect(lock).not.toHaveBeenCalled()
    become('hidden')
    expect(lock).toHaveBeenCalledOnce()
  })

  it('follows what another tab has seen and set', () => {
    watched(5)
    passes(4)
    localStorage.setItem('m:ada:used', String(Date.now()))
    passes(4)
    expect(lock).not.toHaveBeenCalled()
    localStorage.removeItem('m:ada:lock')
    passes(60)
    become('hidden')
    expect(lock).not.toHaveBeenCalled()
    expect(isCovered()).toBe(false)
  })
})
