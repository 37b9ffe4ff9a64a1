import { afterEach, beforeEach, expect, it } from 'vitest'
import { MIN_POSITION_HEADER } from '../../../../api/contract/operation.ts'
import { operations } from '../../../../api/contract/operations.ts'
import { BATCH_READS_MAX } from '../../../../api/contract/batch-reads.ts'
import { fetchBatched } from '../../../../web/data/batched-reads.ts'

const TOGETHER = operations.getTogether.path

/** The recorded requests, and the fake server that answers them. */
let asked: { url: string; headers: Headers }[] = []
let server: (url: string) => Response = () => new Response('', { status: 500 })
const realFetch = globalThis.fetch
beforeEach(() => {
  asked = []
  globalThis.fetch = async (input, init) => {
    const url = typeof input === 'string' ? input : ''
    init?.signal?.throwIfAborted()
    asked.push({ url, headers: new Headers(init?.headers) })
    return server(url)
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
})

const ask = (path: string, position?: string) =>
  fetchBatched(path, {
    headers: new Headers(position === undefined ? {} : { [MIN_POSITION_HEADER]: position }),
  })

const pathsOf = (url: string): string[] =>
  (new URLSearchParams(url.split('?')[1]).get('paths') ?? '').split(',')

/** Answers each path with the path itself. */
const echoing = (url: string): Response => {
  if (!url.startsWith(TOGETHER)) return Response.json({ alone: url })
  const answers = pathsOf(url).map((path) => ({
    status: path.includes('closed') ? 422 : 200,
    headers: { 'As-Of': '2026-11-22T20:00:00.000Z' },
    body: JSON.stringify({ path }),
  }))
  return Response.json({ answers }, { headers: { Date: 'Sun, 22 Nov 2026 20:00:01 GMT' } })
}

it('lets the reads of one moment travel in one request, and hands each its own answer', async () => {
  server = echoing
  const responses = await Promise.all([ask('/api/a?x=1'), ask('/api/closed'), ask('/api/b?names=p%2Cq')])
  expect(asked.map(({ url }) => pathsOf(url))).toEqual([['/api/a?x=1', '/api/closed', '/api/b?names=p%2Cq']])
  expect(responses.map(({ status }) => status)).toEqual([200, 422, 200])
  expect(responses[0]?.headers.get('As-Of')).toBe('2026-11-22T20:00:00.000Z')
  expect(responses[0]?.headers.get('Date')).toBe('Sun, 22 Nov 2026 20:00:01 GMT')
  expect(await responses[0]?.json()).toEqual({ path: '/api/a?x=1' })
})

it('asks for one alone by its own path, and for those of another position apart', async () => {
  server = echoing
  await ask('/api/a')
  await Promise.all([ask('/api/a', '7'), ask('/api/b', '7'), ask('/api/c', '8')])
  expect(asked.map(({ url, headers }) => [url.split('?')[0], headers.get(MIN_POSITION_HEADER)])).toEqual([
    ['/api/a', null],
    [TOGETHER, '7'],
    ['/api/c', '8'],
  ])
})

it('hands the answers out in tasks of their own', async () => {
  server = echoing
  let arrived = 0
  const [first, ...others] = ['a', 'b', 'c'].map(async (name) => {
    await ask(`/api/${name}`)
    arrived += 1
  })
  await first
  // Only microtasks run here, no other task.
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
  expect(arrived).toBe(1)
  await Promise.all(others)
  expect(arrived).toBe(3)
})

it('asks nothing for who is gone before it is sent, and takes no other read with them', async () => {
  server = echoing
  const [gone, here] = [new AbortController(), new AbortController()]
  const cut = fetchBatched('/api/a', { headers: new Headers(), signal: gone.signal })
  gone.abort()
  const others = ['/api/b', '/api/c'].map((path) =>
    fetchBatched(path, { headers: new Headers(), signal: here.signal }),
  )
  await expect(cut).rejects.toThrow(/abort/i)
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
  expect(asked.map(({ url }) => pathsOf(url))).toEqual([['/api/b', '/api/c']])
})

it('hands nothing to who is gone when it comes', async () => {
  const here = new AbortController()
  server = (url) => {
    here.abort()
    return echoing(url)
  }
  const reads = ['/api/a', '/api/b'].map((path) =>
    fetchBatched(path, { headers: new Headers(), signal: here.signal }),
  )
  for (const read of reads) await expect(read).rejects.toThrow(/abort/i)
})

it('asks more than fit in requests that follow', async () => {
  server = echoing
  await Promise.all(Array.from({ length: BATCH_READS_MAX + 2 }, (_, n) => ask(`/api/${n}`)))
  expect(asked.map(({ url }) => pathsOf(url).length)).toEqual([BATCH_READS_MAX, 2])
})

it('tells each what concerns them all, and asks a server that knows no such call for each apart', async () => {
  server = () => Response.json({ code: 'not_signed_in', error: 'Please sign in.' }, { status: 401 })
  const [one, other] = await Promise.all([ask('/api/a'), ask('/api/b')])
  expect([one?.status, other?.status]).toEqual([401, 401])
  server = (url) => (url.startsWith(TOGETHER) ? new Response('', { status: 404 }) : echoing(url))
  asked = []
  const apart = await Promise.all([ask('/api/a'), ask('/api/b')])
  expect(await Promise.all(apart.map((response) => response.json()))).toEqual([
    { alone: '/api/a' },
    { alone: '/api/b' },
  ])
})

it('fails each when the network does, or the answer cannot be read', async () => {
  server = () => {
    throw new TypeError('no network')
  }
  const cut = await Promise.allSettled([ask('/api/a'), ask('/api/b')])
  expect(cut.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  server = () => new Response('<html>')
  const odd = await Promise.allSettled([ask('/api/a'), ask('/api/b')])
  expect(odd.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
