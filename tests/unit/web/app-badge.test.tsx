// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Bell from '../../../web/app/bell.tsx'
import { showBadge } from '../../../web/app/app-badge.ts'
import { BrowserRouter } from '../../../web/parts/router.ts'
import { notificationCounts } from '../../../web/data/notifications.ts'
import { beginEpoch } from '../../../web/data/epoch.ts'
import { refreshDocument } from '../../../web/data/refresh.ts'

const setAppBadge = vi.fn(async (_waiting?: number) => undefined)
const clearAppBadge = vi.fn(async () => undefined)
let counts = { unread: 0, waiting: 0 }

beforeEach(() => {
  vi.clearAllMocks()
  beginEpoch()
  Object.assign(navigator, { setAppBadge, clearAppBadge })
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(counts)))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'setAppBadge')
  Reflect.deleteProperty(navigator, 'clearAppBadge')
})

describe('the badge on the app’s icon', () => {
  it('says all that waits, while the bell says what is unread, and goes when nothing waits', async () => {
    counts = { unread: 2, waiting: 5 }
    render(
      <BrowserRouter>
        <Bell />
      </BrowserRouter>,
    )
    expect(await screen.findByRole('link', { name: 'Notifications, 2 unread' })).toBeTruthy()
    await waitFor(() => expect(setAppBadge.mock.calls).toEqual([[5]]))
    counts = { unread: 0, waiting: 0 }
    await refreshDocument(notificationCounts)
    expect(await screen.findByRole('link', { name: 'Notifications' })).toBeTruthy()
    expect(setAppBadge).toHaveBeenCalledOnce()
    await waitFor(() => expect(clearAppBadge).toHaveBeenCalledOnce())
  })

  it('is left out where the device has none, and where it is refused', async () => {
    setAppBadge.mockRejectedValueOnce(new DOMException('Not installed', 'NotAllowedError'))
    showBadge(3)
    await expect.poll(() => setAppBadge.mock.calls.length).toBe(1)
    Reflect.deleteProperty(navigator, 'setAppBadge')
    expect(() => showBadge(3)).not.toThrow()
  })
})
