import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import path from 'node:path'
import { expect, it } from 'vitest'
import { beforeTests } from '../support/before-tests.ts'
import { freePort } from '../support/free-port.ts'
import { checkLedger } from '../support/ledger-invariants.ts'
import { eventually } from '../support/read-models.ts'
import { serverProcess } from '../support/server-process.ts'
import { crashLedger, crashPostgres } from './crash-server.ts'
import { ask, dollarTo, outcomeOf, signInAll } from './transfer-clients.ts'

const CLIENTS = 32
/** How long the stores wait for an append that a lock keeps up: see their `appendTimeoutMs`. */
const LOCK_MS_MAX = 2_500

const { folder, postgres } = crashPostgres()
const ledger = crashLedger()
const limitedTo = (seconds: number) =>
  beforeTests(
    async () =>
      serverProcess({
        port: await freePort(),
        dataDir: path.join(folder, 'data'),
        env: { ...ledger.env, DATABASE_URL: postgres.url, SHUTDOWN_SECONDS: String(seconds) },
      }),
    ({ kill }) => kill(),
  )
// Longer than a busy machine needs for the responses.
const server = limitedTo(60)
/** A server with one second to shut down; then it cuts off remaining requests. */
const impatient = limitedTo(1)

const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(true))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })

it('answers what is in flight when it is told to end, takes nothing new, and ends well', async ({ skip }) => {
  skip(!ledger.hold, 'A real EventStoreDB answers what it is asked')
  server.start()
  await server.ready()
  const members = await signInAll(server.url)
  const at = (n: number) => {
    const member = members[n % members.length]
    if (!member) throw new Error('Nobody signed in')
    return member
  }
  const store = ledger.open(postgres.url)
  let isTold = false
  /** As the app does, asks again after a 503: the store gives up waiting for the lock after some seconds. */
  const send = async (key: string, n: number, again = false): Promise<number> => {
    const { status } = await ask(dollarTo(at(n), at(n + 1), key)).catch((error: unknown) => {
      // It came too late.
      if (again && isTold) return { status: 503 }
      throw error
    })
    return status === 503 && !isTold ? send(key, n, true) : status
  }
  // Keeps what is appended in flight until the lock is released.
  const letGo = await ledger.hold?.(postgres.url)
  try {
    const keys = Array.from({ length: CLIENTS }, () => randomUUID())
    const begunAt = performance.now()
    const answers = Promise.all(keys.map((key, n) => send(key, n)))
    await eventually(
      async () => {
        const states = await Promise.all(keys.map((key, n) => outcomeOf(at(n), key)))
        return states.every((state) => state === 'unfinished')
      },
      'every transfer is in flight',
      60_000,
    )
    isTold = true
    const ended = server.terminate()
    await eventually(() => isRefused(Number(new URL(server.url).port)), 'no new connection is taken', 60_000)
    await letGo?.()
    const isQuick = performance.now() - begunAt < LOCK_MS_MAX

    expect(await ended).toBe(0)
    const statuses = await answers
    const done = statuses.filter((status) => status === 201).length
    // A busy machine held the lock for longer than the store waits: then 503 is an answer too.
    if (isQuick) expect(done).toBe(CLIENTS)
    else expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
    const { sent, received } = await checkLedger(store.readAll())
    // EventStoreDB may still store what the server has given up.
    expect(sent.length).toBeGreaterThanOrEqual(done)
    expect(sent.length).toBeLessThanOrEqual(ledger.keepsAnswers ? done : CLIENTS)
    expect(received).toHaveLength(sent.length)
  } finally {
    await store.close()
  }
})

it('ends when the program that started it is killed, within the limit for a request that never ends', async () => {
  impatient.start()
  await impatient.ready()
  const socket = connect(Number(new URL(impatient.url).port), '127.0.0.1')
  socket.on('error', () => {}) // expected: the server cuts the connection
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(
    'POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
  )
  // The server has read the request's head once it has answered a later request.
  await (await fetch(`${impatient.url}/api/health/live`)).text()
  // Neither of these would happen while the server still waits for the request.
  expect(await impatient.abandon()).toBe(0)
  await gone
})
