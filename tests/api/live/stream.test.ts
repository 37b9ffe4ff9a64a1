import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MIN_POSITION_HEADER } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'
import { STREAMS_PER_MEMBER } from '../../../api/live/streams.ts'
import { asks } from '../../support/request-calls.ts'
import { readStream, type Heard, type StreamReader } from '../../support/stream-reader.ts'
import { signedIn, testServer } from '../../support/test-server.ts'
import { keyed, sends } from '../../support/wallet-calls.ts'

const opened: StreamReader[] = []
// Much longer than a restart on a busy machine, so that a server that waits for listeners is noticed.
const server = testServer({ env: { SHUTDOWN_SECONDS: '30' } })
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')
beforeAll(async () => {
  // The first stream of a process always gets an event, whatever its position: the log was not followed before.
  await (await listen(grace)).leave()
}, 60_000)
afterAll(async () => {
  await Promise.all(opened.map(({ leave }) => leave()))
})

const listen = async (...of: Parameters<typeof readStream>): Promise<StreamReader> => {
  const reader = await readStream(...of)
  opened.push(reader)
  return reader
}

/** The log's head: a stream that continues from there has missed nothing. */
const here = async () => ({ after: (await server.ledger.store.head()).toString() })

const pay = (from: typeof ada, to: typeof ada, amount: string) =>
  sends(from, { to_user_identifier: to.handle, currency: 'USD', amount }, keyed(randomUUID()))

const newestOf = async (member: typeof ada, position: string) => {
  const answer = await member.fetch('/api/wallet/transactions?limit=1', {
    headers: { [MIN_POSITION_HEADER]: position },
  })
  return operations.listTransactions.response.parse(await answer.json()).transactions[0]
}

const nextOf = async (stream: StreamReader, isMeant: (heard: Heard) => boolean) => {
  for (;;) {
    const heard = await stream.next()
    if (heard === null || isMeant(heard)) return heard
  }
}

/** The next event with a ledger position. */
const nextOfLedger = (stream: StreamReader) => nextOf(stream, ({ position }) => position !== null)

describe('the stream of what is new', () => {
  it('says that money came in, with a position at which it can be read', async () => {
    const stream = await listen(ada, await here())
    await stream.next()
    const { transfer_id: sent } = await pay(grace, ada, '3.21')
    const heard = await nextOfLedger(stream)
    expect(heard?.event).toBe('news')
    expect(await newestOf(ada, heard?.position ?? '')).toMatchObject({ transfer_id: sent, amount: '3.21' })
  })

  it('is counted for the operator for as long as it is open', async () => {
    const open = async () =>
      Number(/^live_streams_open (\d+)$/m.exec(await (await ada.fetch('/metrics')).text())?.[1])
    const before = await open()
    const stream = await listen(ada)
    expect(await open()).toBe(before + 1)
    await stream.leave()
    await expect.poll(open).toBe(before)
  })

  it('is neither kept nor held back nor packed on its way', async () => {
    const { headers } = (await listen(ada)).response
    expect(headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('Cache-Control')).toBe('no-store, no-transform')
    expect(headers.get('X-Accel-Buffering')).toBe('no')
    expect(headers.get('Content-Encoding')).toBeNull()
  })

  it('goes on after the last event that was heard', async () => {
    const stream = await listen(ada, await here())
    const last = (await stream.next())?.id ?? ''
    await stream.leave()
    const { transfer_id: sent } = await pay(grace, ada, '4.56')
    const again = await listen(ada, { lastEventId: last })
    const heard = await nextOfLedger(again)
    expect(await newestOf(ada, heard?.position ?? '')).toMatchObject({ transfer_id: sent })
  })

  it('tells a requester how their request went on, although the fact does not name them', async () => {
    const { id } = await asks(ada, grace.handle, 7)
    const stream = await listen(ada, await here())
    await stream.next()
    await grace.post(
      `/api/wallet/transfer-requests/${id}/respond`,
      { action: 'decline' },
      keyed(randomUUID()),
    )
    expect(await nextOfLedger(stream)).toMatchObject({ event: 'news' })
  })

  it('tells nobody else', async () => {
    const alan = await server.signIn('alan')
    const stream = await listen(alan, await here())
    await stream.next()
    await pay(grace, ada, '1.00')
    const { transfer_id: his } = await pay(grace, alan, '2.00')
    // The first event that he receives is about his own money.
    const heard = await nextOfLedger(stream)
    expect(await newestOf(alan, heard?.position ?? '')).toMatchObject({ transfer_id: his })
  })

  it('tells the other pages of a member who changes something that is not in the ledger', async () => {
    const other = await server.signIn('ada')
    const stream = await listen(ada, await here())
    await stream.next()
    expect((await other.post('/api/contacts', { contact_name: 'Mary Somerville' })).status).toBe(201)
    expect(await nextOf(stream, ({ position }) => position === null)).toMatchObject({ event: 'news' })
  })

  it('ends with the session, wherever that was ended', async () => {
    const elsewhere = await server.signIn('grace')
    const stream = await listen(elsewhere, await here())
    await stream.next()
    expect((await grace.post('/api/sessions/end-others')).status).toBe(200)
    expect(await nextOf(stream, ({ event }) => event === 'ended')).not.toBeNull()
    expect(await stream.next()).toBeNull()
    expect((await elsewhere.fetch('/api/stream')).status).toBe(401)
  })

  it('replaces a member’s oldest when there are too many', async () => {
    const katherine = await server.signIn('katherine')
    const first = await listen(katherine)
    for (let more = 0; more < STREAMS_PER_MEMBER; more += 1) await listen(katherine, await here())
    const heard: string[] = []
    for (let next = await first.next(); next !== null; next = await first.next()) heard.push(next.event)
    expect(heard.at(-1)).toBe('replaced')
  })

  it('is for members only', async () => {
    const response = await fetch(new URL('/api/stream', server.url))
    expect(response.status).toBe(401)
  })

  it('ends when the server does, which waits for nobody who only listens', async () => {
    const stream = await listen(ada, await here())
    const begun = performance.now()
    await server.restart()
    expect(performance.now() - begun).toBeLessThan(server.config.shutdownSeconds * 1_000)
    for (let heard = await stream.next(); heard !== null; heard = await stream.next());
  }, 40_000)
})
