import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ServerCredentials } from '@grpc/grpc-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoreUnavailable, type EventStore } from '../../../events/store/event-store.ts'
import { createEventStoreDbStore } from '../../../events/store/eventstoredb/store.ts'
import { startStandIn, type StandIn } from '../../support/eventstoredb/server.ts'
import { collect, event } from './fixture.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'youtility-tls-'))
const file = (name: string) => path.join(folder, name)
let server: StandIn
const stores: EventStore[] = []

/** Creates a self-signed certificate for localhost. */
const certify = (name: string): void => {
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const made = ['-keyout', file(`${name}.key`), '-out', file(`${name}.crt`), '-days', '2']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...made, ...subject], {
    stdio: 'pipe',
  })
}

const open = (options: string, host = 'localhost', user = 'ledger:s%3Acret@'): EventStore => {
  const connectionString = `esdb://${user}${host}:${server.port}?${options}`
  const store = createEventStoreDbStore({ connectionString })
  stores.push(store)
  return store
}

beforeAll(async () => {
  certify('node')
  certify('other')
  const pair = { private_key: readFileSync(file('node.key')), cert_chain: readFileSync(file('node.crt')) }
  server = await startStandIn({ credentials: ServerCredentials.createSsl(null, [pair]) })
  server.faults.authorization = `Basic ${Buffer.from('ledger:s:cret').toString('base64')}`
})
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()))
  server.kill()
  rmSync(folder, { recursive: true })
})

test.each(['localhost', '127.0.0.1'])(
  'an encrypted server is written and read as a user, at %s',
  async (host) => {
    const store = open(`tls=true&tlsCAFile=${file('node.crt')}`, host)
    await store.append(`at-${host}`, 'no_stream', [event(1)])
    expect(await collect(store.readStream(`at-${host}`))).toHaveLength(1)
  },
)

test('one whose authority we do not know is not spoken to', async () => {
  for (const store of [open(`tlsCAFile=${file('other.crt')}`), open('tls=true')])
    await expect(store.append('a', 'no_stream', [event(1)])).rejects.toThrow(
      /cannot be reached .*certificate/,
    )
})

test('a wrong password is told as one, by appends and by reads', async () => {
  const store = open(`tlsCAFile=${file('node.crt')}`, 'localhost', 'ledger:wrong@')
  const refused = /does not accept the credentials/
  await expect(store.append('a', 'no_stream', [event(1)])).rejects.toThrow(refused)
  await expect(collect(store.readStream('a'))).rejects.toThrow(refused)
  await expect(store.head()).rejects.toThrow(StoreUnavailable)
})
