import { afterEach, expect, it, vi } from 'vitest'
import { connectivity, probe } from '../../../../web/data/connectivity.ts'

afterEach(() => vi.unstubAllGlobals())

it('a probe reads its answer to the end: unread, it would keep a connection busy', async () => {
  const answer = Response.json({ status: 'live' })
  vi.stubGlobal('fetch', () => Promise.resolve(answer))
  await probe()
  expect(answer.bodyUsed).toBe(true)
  expect(connectivity()).toBe('online')
})

it('a server that begins to answer and breaks off cannot be reached', async () => {
  const body = new ReadableStream({ start: (broken) => broken.error(new Error('cut')) })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
  await probe()
  expect(connectivity()).toBe('offline')
})
