import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runLedger } from '../../../api/ledger-cli/run.ts'
import { freePort } from '../../support/free-port.ts'
import { serverProcess, type ServerProcess } from '../../support/server-process.ts'
import { scratchFolder } from '../../crash/scratch.ts'

const scratch = scratchFolder()
let server: ServerProcess
beforeAll(async () => {
  server = serverProcess({ port: await freePort(), dataDir: scratch.dir })
  server.start()
  await server.ready()
})
afterAll(async () => {
  await server?.terminate()
  scratch.remove()
})

/** A command line as an auditor types it, on a data folder. */
const ledgerIn = async (dataDir: string, ...args: string[]) => {
  let out = ''
  let said = ''
  const exit = await runLedger(args, {
    env: { DATA_DIR: dataDir },
    out: async (text) => void (out += text),
    error: (text) => (said += text),
    isWatched: false,
  })
  return { exit, out, said }
}

it('reads the embedded Postgres beside the server that runs it, which goes on', async () => {
  const { exit, out, said } = await ledgerIn(scratch.dir, 'replay', '--json', '--quiet')
  expect(said).toBe('')
  expect(exit).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ ok: true })
  expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200)
})

it('makes a key where there is no log at all', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'youtility-key-'))
  try {
    const nowhere = path.join(folder, 'a-file')
    writeFileSync(nowhere, '')
    const keyFile = path.join(folder, 'log.key')
    const made = await ledgerIn(
      nowhere,
      'checkpoint',
      '--new-key',
      'ledger.example.org/log',
      '--key-file',
      keyFile,
    )
    expect(made).toMatchObject({ exit: 0, out: expect.stringContaining('ledger.example.org/log+'), said: '' })
    expect(readFileSync(keyFile, 'utf8')).toContain('PRIVATE+KEY+ledger.example.org/log+')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
