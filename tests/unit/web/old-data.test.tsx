// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DeviceNotice } from '../../../web/app/device-notice.tsx'
import { OfflineBanner } from '../../../web/app/offline-banner.tsx'
import { reportReached, reportUnreached } from '../../../web/data/connectivity.ts'
import { becomeStorage } from '../../../web/data/device-storage.ts'
import { freshness } from '../../../web/data/freshness.ts'
import { noteServerDate, serverNow } from '../../../web/data/server-clock.ts'
import { abandonedOf } from '../../../web/flow/recorded.ts'
import { RelativeTime } from '../../../web/parts/relative-time.tsx'

const HOUR = 3_600_000
/** Time of the server's clock, independent of the device's clock. */
const SERVER = Date.parse('2026-11-20T12:00:00.000Z')
const answerArrives = (took_ms = 40) => noteServerDate(new Date(SERVER).toUTCString(), took_ms)
/** Sets the device's clock ahead by `ms`. */
const deviceAhead = (ms: number) => vi.setSystemTime(SERVER + ms)
const shown = () => document.body.textContent
const loadedAgo = (ms: number) => (
  <RelativeTime at={new Date(SERVER - ms).toISOString()} prefix="As of " clock="real" />
)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  deviceAhead(0)
  localStorage.clear()
  answerArrives()
  becomeStorage({ state: 'kept', emptied: false })
})
afterEach(() => {
  cleanup()
  reportReached()
  vi.useRealTimers()
})

describe('what is wrong with the device', () => {
  it('is nothing to say when nothing is', () => {
    render(<DeviceNotice />)
    expect(shown()).toBe('')
  })

  it('is said once, where nothing can be saved; and being offline promises nothing saved', async () => {
    render(
      <>
        <OfflineBanner />
        <DeviceNotice />
      </>,
    )
    act(() => {
      becomeStorage({ state: 'memory' })
      reportUnreached()
    })
    await expect.poll(shown).toContain('Nothing can be saved on this device now.')
    expect(shown()).toContain('nothing could be saved on this device. You can look at what is open')
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    expect(shown()).not.toContain('Nothing can be saved on this device now.')
  })

  it('is said where older lists were given up for want of room', async () => {
    render(<DeviceNotice />)
    act(() => becomeStorage({ state: 'full' }))
    await expect.poll(shown).toContain('This device has no room left. The oldest lists are no longer saved')
  })

  it('is said where the browser has removed what was saved, which it can be asked not to do', async () => {
    const persist = vi.fn(async () => true)
    vi.stubGlobal('navigator', Object.assign(navigator, { storage: { persist } }))
    render(<DeviceNotice />)
    act(() => becomeStorage({ emptied: true }))
    await expect.poll(shown).toContain('This browser has removed what was saved on this device.')
    await userEvent.click(screen.getByRole('button', { name: 'Keep it from now on' }))
    expect(persist).toHaveBeenCalledOnce()
    expect(shown()).toBe('')
  })

  it.each([
    [3 * HOUR, 'The clock of this device is 3 hours ahead of ours.'],
    [-49 * HOUR, 'The clock of this device is 2 days behind ours.'],
    [-6 * 60_000, 'The clock of this device is 6 minutes behind ours.'],
  ])('is said of a clock that is off by %i ms', async (ahead, words) => {
    render(<DeviceNotice />)
    deviceAhead(ahead)
    act(() => answerArrives())
    await expect.poll(shown).toContain(words)
  })
})

describe('ages on a device whose clock is wrong', () => {
  it.each([5 * HOUR, -5 * HOUR])('are told by the server’s clock (%i ms ahead)', (ahead) => {
    deviceAhead(ahead)
    answerArrives()
    render(loadedAgo(180_000))
    expect(shown()).toContain('As of 3 min ago')
    expect(Math.abs(serverNow() - SERVER)).toBeLessThan(1_000)
  })

  it('are left alone by a small difference and by an answer that took long', () => {
    deviceAhead(60_000)
    answerArrives()
    expect(serverNow()).toBe(Date.now())
    deviceAhead(HOUR)
    answerArrives(30_000)
    expect(serverNow()).toBe(Date.now())
  })

  it('are not told, but the moment is, where the clock was put back and nobody can be asked', () => {
    deviceAhead(-HOUR)
    render(loadedAgo(0))
    expect(shown()).toContain('As of Nov 20, 2026')
    expect(shown()).not.toContain('just now')
  })

  it('call nothing live that was confirmed “later than now”', () => {
    const sync = { running: false, error: null, refreshedAt: SERVER + HOUR, loaded: null }
    expect(freshness({ has: true, read: true }, sync, true)).toBe('cached')
  })

  it('hide no payment whose outcome is unknown', () => {
    const createdAt = new Date(SERVER + HOUR).toISOString()
    const stored = { key: 'k', kind: 'transfer', version: 2, draft: 'draft', createdAt }
    expect(abandonedOf([stored], SERVER, String)).toBe('draft')
  })
})
