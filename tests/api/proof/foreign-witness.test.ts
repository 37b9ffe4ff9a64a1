import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toBase64, toHex, toUtf8 } from '../../../events/proof/byte-text.ts'
import { joined } from '../../../events/proof/hashing.ts'
import { makeNoteKeys } from '../../../events/proof/note-keys.ts'
import { freePort } from '../../support/free-port.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { sends } from '../../support/wallet-calls.ts'

/** The witness that is run: see docs/interop.md. */
const LITEWITNESS = 'filippo.io/torchwood/cmd'
const VERSION = process.env['TORCHWOOD_VERSION'] ?? 'v0.10.0'
const NAME = 'litewitness.example/test'

/** Whether the tools are there that build and run it. */
const missing = ['go version', 'ssh-agent -V', 'ssh-keygen -?'].find((command) => {
  const [tool = '', ...args] = command.split(' ')
  try {
    execFileSync(tool, args, { stdio: 'ignore' })
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
})
const isLong = process.env['TEST_LONG'] === '1'
if (isLong && missing !== undefined) console.info(`A foreign witness is skipped: there is no ${missing}`)

describe.skipIf(!isLong || missing !== undefined)('our log under litewitness', () => {
  let dir: string
  let server: TestServer
  const running: ChildProcess[] = []
  const run = promisify(execFile)
  const at = (name: string) => path.join(dir, name)
  let port: number

  beforeAll(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'youtility-litewitness-'))
    const env = { ...process.env, GOBIN: dir }
    for (const tool of ['litewitness', 'witnessctl'])
      await run('go', ['install', `${LITEWITNESS}/${tool}@${VERSION}`], { env })
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at('key')])
    running.push(spawn('ssh-agent', ['-D', '-a', at('agent.sock')], { stdio: 'ignore' }))
    const agent = { env: { ...process.env, SSH_AUTH_SOCK: at('agent.sock') } }
    await eventually(async () => {
      const added = await run('ssh-add', [at('key')], agent).catch(() => null)
      return added !== null
    }, 'the agent has the key')
    const { stdout } = await run('ssh-keygen', ['-l', '-f', at('key')])
    const fingerprint = stdout.split(' ')[1] ?? ''
    // OpenSSH's public key ends with the 32 bytes of the key.
    const blob = Buffer.from(readFileSync(at('key.pub'), 'utf8').split(' ')[1] ?? '', 'base64')
    const typed = joined(Uint8Array.of(4), Uint8Array.from(blob.subarray(-32)))
    const id = createHash('sha256')
      .update(joined(toUtf8(`${NAME}\n`), typed))
      .digest()
      .subarray(0, 4)
    const witnessKey = `${NAME}+${toHex(Uint8Array.from(id))}+${toBase64(typed)}`

    const log = await makeNoteKeys('log.example/under-litewitness')
    const origin = 'log.example/under-litewitness'
    const database = ['-db', at('witness.db'), '-origin', origin]
    await run(at('witnessctl'), ['add-log', ...database])
    await run(at('witnessctl'), ['add-key', ...database, '-key', log.verifierKey])
    port = await freePort()
    const flags = ['-name', NAME, '-key', fingerprint, '-ssh-agent', at('agent.sock')]
    running.push(
      spawn(at('litewitness'), ['-db', at('witness.db'), ...flags, '-listen', `127.0.0.1:${port}`], {
        stdio: 'ignore',
      }),
    )
    server = await startTestServer({
      env: {
        LEDGER_LOG_KEY: log.signerKey,
        WITNESS_KEYS: witnessKey,
        WITNESS_URLS: `http://127.0.0.1:${port}`,
      },
    })
  }, 600_000)
  afterAll(async () => {
    await server?.stop()
    for (const process of running) process.kill()
    if (dir) rmSync(dir, { recursive: true, force: true })
  })

  const newest = async () => (await fetch(`${server.url}/api/ledger/checkpoint`)).text()

  it('has every checkpoint signed, the first and those that follow', { timeout: 120_000 }, async () => {
    const ada = await server.signIn('ada')
    for (let times = 0; times < 3; times += 1) {
      await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '1.00' })
      await eventually(async () => (await newest()).includes(`\u2014 ${NAME} `), 'it is signed', 30_000)
    }
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toMatch(/ledger_witness_size\{witness="127\.0\.0\.1:\d+"\} \d+/)
    expect(metrics).not.toMatch(/reason="(inconsistent|rolled_back|bad_signature)"/)
  })
})
