import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { beforeTests } from '../support/before-tests.ts'
import { freePort } from '../support/free-port.ts'
import { createInterruptingProxy } from '../support/interrupting-proxy.ts'
import { eventually } from '../support/read-models.ts'
import { serverProcess, type ServerProcess } from '../support/server-process.ts'
import { sized } from '../support/size.ts'
import { crashPostgres } from './crash-server.ts'

/** At which parts of a start the database goes away. A start sends about as much every time; its end is not hit for sure. */
const PARTS = sized({ gate: [0.2, 0.45, 0.7], long: Array.from({ length: 18 }, (_, n) => (n + 1) / 20) })
/** In the middle of the migrations of an empty database. */
const IN_MIGRATIONS = 40

const { folder, postgres } = crashPostgres()
const proxy = beforeTests(
  () => createInterruptingProxy(postgres.port),
  ({ close }) => close(),
)
const server = beforeTests(
  async () =>
    serverProcess({
      port: await freePort(),
      dataDir: path.join(folder, 'data'),
      env: { DATABASE_URL: postgres.url.replace(`:${postgres.port}/`, `:${proxy.port}/`) },
    }),
  ({ kill }) => kill(),
)
afterAll(() => server.kill())

/** What its readiness check says, and with which status. */
const answerTo = async ({ url }: ServerProcess): Promise<string> => {
  const response = await fetch(`${url}/api/health/ready`).catch(() => null)
  return response ? `${response.status} ${await response.text()}` : ''
}

/**
 * Starts it, lets the database go away at this packet, and come back when the process has said that it is not ready for
 * this reason. @returns whether it started before
 */
const startInterruptedAt = async (packet: number): Promise<'interrupted' | 'started'> => {
  proxy.restore()
  proxy.interruptAt(packet)
  server.start()
  const isReady = async () => (await answerTo(server)).startsWith('200')
  await eventually(async () => proxy.isAway() || (await isReady()), `packet ${packet} is sent`, 60_000)
  if (!proxy.isAway()) return 'started'
  let answer = ''
  const saysSo = async () => {
    expect(server.hasEnded(), `at packet ${packet} it ended:\n${server.said()}`).toBe(false)
    answer = await answerTo(server)
    return answer.startsWith('503') && !answer.includes('Youtility is starting')
  }
  await eventually(saysSo, `it says that it is not ready, after packet ${packet}`, 60_000)
  if (answer.includes('waiting for the database'))
    await eventually(() => server.said().includes('Waiting for the database'), 'the log says so', 60_000)
  proxy.restore()
  await server.ready()
  return 'interrupted'
}

it('a server that starts while the database goes away waits for it, at any part of the start', async () => {
  await startInterruptedAt(IN_MIGRATIONS)
  expect(server.said()).toContain('Waiting for the database')
  await server.kill()
  proxy.restore()
  server.start()
  await server.ready()
  const packets = proxy.sent()
  await server.kill()
  for (const part of PARTS) {
    const how = await startInterruptedAt(Math.ceil(packets * part))
    if (part < 0.6) expect(how).toBe('interrupted')
    await server.kill()
  }
})
