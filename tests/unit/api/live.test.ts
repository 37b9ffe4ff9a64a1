import { once } from 'node:events'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { createRecentChanges } from '../../../api/live/recent-changes.ts'
import { createLive } from '../../../api/live/live.ts'
import { createStreams, STREAMS_PER_MEMBER } from '../../../api/live/streams.ts'

const FIRST = { event: 'ready', position: 1n, data: { position: null } } as const
const MEMBER = { memberId: 'ada', session: 'one' }

it('a reader who takes nothing costs no more however much comes, and then hears the newest position', () => {
  const streams = createStreams()
  const out = streams.open(MEMBER, FIRST)
  for (let position = 2n; position <= 10_000n; position += 1n)
    streams.send('ada', position, { position: position.toString() })
  streams.send('ada', 10_000n, { position: null })
  expect(out?.readableLength).toBeLessThan(8_192)
  expect(out?.writableLength).toBeLessThan(8_192)
  let heard = ''
  return new Promise<void>((resolve) => {
    out?.on('data', (chunk) => {
      heard += String(chunk)
      if (!heard.includes('id: 10000\ndata: {"position":"10000"}')) return
      resolve()
    })
  })
})

it('a reader who takes nothing between two heartbeats is let go', () => {
  const streams = createStreams()
  const out = streams.open(MEMBER, FIRST)
  for (let position = 2n; position <= 1_000n; position += 1n)
    streams.send('ada', position, { position: position.toString() })
  streams.beat()
  expect(out?.destroyed).toBe(false)
  streams.beat()
  expect(out?.destroyed).toBe(true)
})

it('one caller of a member, such as a program, takes no place from the others', () => {
  const streams = createStreams()
  const page = streams.open(MEMBER, FIRST)
  const program = Array.from({ length: STREAMS_PER_MEMBER }, () =>
    streams.open({ memberId: 'ada', session: 'of a token' }, FIRST),
  )
  expect(page?.writableEnded).toBe(false)
  expect(program.map((out) => out?.writableEnded)).toEqual([
    true,
    ...Array(STREAMS_PER_MEMBER - 1).fill(false),
  ])
  // A page more takes the program's place, too.
  const another = streams.open({ memberId: 'ada', session: 'two' }, FIRST)
  expect([page?.writableEnded, another?.writableEnded]).toEqual([false, false])
  expect(streams.size()).toBe(STREAMS_PER_MEMBER)
})

it('one that its reader has left is forgotten', async () => {
  const streams = createStreams()
  const out = streams.open(MEMBER, FIRST)
  out?.destroy()
  if (out) await once(out, 'close')
  expect(streams.size()).toBe(0)
  expect(streams.sessions()).toEqual([])
})

it('whoever goes on is told to look anew when something came, or when nobody remembers', () => {
  let now = 0
  const recent = createRecentChanges(() => now)
  recent.reset(10n)
  recent.record('ada', 20n, false)
  expect(recent.mayHaveChangedSince('ada', 19n)).toBe(true)
  expect(recent.mayHaveChangedSince('ada', 20n)).toBe(false)
  expect(recent.mayHaveChangedSince('grace', 15n)).toBe(false)
  expect(recent.mayHaveChangedSince('grace', 9n), 'before anything is known').toBe(true)
  now = 60_000
  expect(recent.mayHaveChangedSince('ada', undefined), 'long ago').toBe(false)
  recent.record('ada', 30n, false)
  expect(recent.mayHaveChangedSince('ada', undefined), 'while the page opened').toBe(true)
  recent.record('grace', 30n, true)
  expect(recent.mayHaveChangedSince('grace', 30n), 'no position tells of it').toBe(true)
  expect(recent.mayHaveChangedSince('grace', 31n), 'heard before the last thing that was heard').toBe(false)
})

it('a session that is over by itself ends its streams at the next heartbeat', async () => {
  const good = new Set(['one', 'two'])
  const live = createLive({
    store: {
      head: async () => 5n,
      subscribe: async function* ({ signal }) {
        await once(signal, 'abort')
        yield* []
      },
    },
    requestParties: async () => [],
    announcements: { listen: ({ connected }) => void connected?.(new Client()) },
    goodSessions: async () => good,
    log: { warn: () => undefined },
    heartbeatMs: 5,
  })
  const [mine, hers] = [await live.open(MEMBER, 5n), await live.open({ memberId: 'ada', session: 'two' }, 5n)]
  good.delete('one')
  let heard = ''
  for await (const chunk of mine ?? []) heard += String(chunk)
  expect(heard).toMatch(/^retry: \d+\nevent: ready\nid: 5\n[^]*event: ended\n/)
  expect(hers?.readableEnded).toBe(false)
  await live.close()
})
