import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { get as httpGet } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { listen } from '../../../api/http/listen.ts'
import { connectionsWithin, type ServerLimits } from '../../../api/http/limited-server.ts'
import { publish } from '../../../api/witness/publish.ts'
import { makeNoteKeys, readCosignerKey } from '../../../events/proof/note-keys.ts'

/** The proportions of the real limits, in a hundredth of the time. */
const LIMITS: ServerLimits = { headersMs: 150, requestMs: 300, keepAliveMs: 650, connectionsMax: 30 }

type Started = { readonly port: number; readonly stop: () => unknown }

const startApi = async (limits: ServerLimits): Promise<Started> => {
  const server = await listen(
    (req, res) => {
      req.resume()
      req.once('end', () => res.end('hello'))
    },
    { host: '127.0.0.1', port: 0, limits },
  )
  return { port: server.port, stop: () => server.close(0) }
}

const startWitness = async (limits: ServerLimits): Promise<Started> => {
  const { signerKey } = await makeNoteKeys('witness.example', 'witness')
  const published = {
    logs: [],
    signer: await readCosignerKey(signerKey, () => new Date()),
    now: () => new Date(),
  }
  const server = await publish(published, { port: 0, host: '127.0.0.1', limits })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const sockets = new Set<Socket>()
let stop: () => unknown = () => {}
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await stop()
})

/** Opens a connection and sends this; `ended` resolves when the server has closed it. */
const open = async (port: number, text: string) => {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  const ended = new Promise<void>((resolve) => {
    socket.once('error', () => resolve())
    socket.once('close', () => resolve())
  })
  await Promise.race([once(socket, 'connect'), ended])
  socket.resume()
  if (text !== '') socket.write(text)
  return { socket, ended }
}

const BODY = 'POST /add-checkpoint HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\no'
/** The status over a connection of its own; 0: it was closed. */
const get = (port: number) =>
  new Promise<number>((resolve) => {
    const request = httpGet({ host: '127.0.0.1', port, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.once('error', () => resolve(0))
  })

describe.each([
  ['the api', startApi],
  ['the witness', startWitness],
] as const)('%s', (_, start) => {
  it('closes connections on which nothing comes, and requests that do not end, and answers others', async () => {
    const server = await start(LIMITS)
    ;({ stop } = server)
    // Below its limit of connections it answers beside them.
    const some = await Promise.all(['', 'GET / HT', BODY].map((text) => open(server.port, text)))
    expect(await get(server.port)).toBe(200)
    await Promise.all(some.map(({ ended }) => ended))

    // Many more than it takes: the rest is closed at once, and all are closed in time.
    const many = await Promise.all(
      Array.from({ length: 100 }, (_each, n) => open(server.port, n % 2 === 0 ? '' : BODY)),
    )
    await Promise.all(many.map(({ ended }) => ended))
    expect(await get(server.port)).toBe(200)
  })

  it('closes idle connections for a caller who has a request', async () => {
    const server = await start({ ...LIMITS, keepAliveMs: 60_000 })
    ;({ stop } = server)
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    const idle = await Promise.all(
      Array.from({ length: LIMITS.connectionsMax }, async () => {
        const { socket, ended } = await open(server.port, request)
        await once(socket, 'data')
        return { ended }
      }),
    )
    await expect.poll(() => get(server.port)).toBe(200)
    await Promise.all(idle.map(({ ended }) => ended))
  })
})

it('a process keeps files for itself, whatever callers take', () => {
  expect(connectionsWithin(50_000, 1_024)).toBe(768)
  expect(connectionsWithin(1_000, 1_000_000)).toBe(1_000)
  expect(connectionsWithin(1_000, Infinity)).toBe(1_000)
  const module = pathToFileURL('api/http/limited-server.ts').href
  const script = `import('${module}').then((one) => console.log(one.connectionsWithin(50000)))`
  const shell = `ulimit -n 400; exec ${process.execPath} --no-warnings -e "${script}"`
  expect(execFileSync('bash', ['-c', shell], { encoding: 'utf8' })).toBe('300\n')
})
