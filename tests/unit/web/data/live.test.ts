// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectivity, reportReached } from '../../../../web/data/connectivity.ts'
import { keepLive } from '../../../../web/data/live.ts'
import { isLive } from '../../../../web/data/live-state.ts'

/** The streams that were opened, the last one at the end. */
const streams: Stream[] = []
class Stream extends EventTarget {
  static readonly CLOSED = 2
  readyState = 1
  constructor() {
    super()
    streams.push(this)
  }
  close(): void {
    this.readyState = Stream.CLOSED
  }
  says(event: string): void {
    this.dispatchEvent(new MessageEvent(event, { data: '{"position":null}' }))
  }
}

let isThere = true
let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  streams.length = 0
  isThere = true
  reportReached()
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('fetch', async () => (isThere ? new Response('{}') : Promise.reject(new TypeError('no way'))))
  end = keepLive()
  streams[0]?.says('ready')
})
afterEach(() => {
  end()
  reportReached()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('is live while the server says that it is there', async () => {
  for (let times = 0; times < 6; times += 1) {
    streams[0]?.says('beat')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(isLive()).toBe(true)
  }
})

it('finds out within 15 seconds that a server has fallen silent, and asks for another stream if it has not', async () => {
  streams[0]?.says('beat')
  await vi.advanceTimersByTimeAsync(15_001)
  expect(isLive()).toBe(false)
  expect(connectivity()).toBe('online')
  await vi.advanceTimersByTimeAsync(1)
  expect(streams).toHaveLength(2)
  streams[1]?.says('ready')
  streams[1]?.says('beat')
  isThere = false
  await vi.advanceTimersByTimeAsync(15_001)
  expect(isLive()).toBe(false)
  expect(connectivity()).toBe('offline')
})

it('finds out at once when the stream breaks', async () => {
  isThere = false
  streams[0]?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(1)
  expect(isLive()).toBe(false)
  expect(connectivity()).toBe('offline')
})

it('expects no sign of a server of the release before, which gives none', async () => {
  await vi.advanceTimersByTimeAsync(120_000)
  expect(isLive()).toBe(true)
  expect(streams).toHaveLength(1)
})
