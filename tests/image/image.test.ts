import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { freshDatabase, type TestDatabase } from '../support/postgres.ts'
import { PRODUCTION } from '../support/production-env.ts'
import { eventually } from '../support/read-models.ts'
import { followDockerfile, type Built } from './dockerfile.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'youtility-image-'))
let built: Built
let database: TestDatabase
beforeAll(async () => {
  chmodSync(scratch, 0o755)
  built = followDockerfile(process.cwd(), scratch)
  database = await freshDatabase()
}, 600_000)
afterAll(async () => {
  await database?.drop()
  rmSync(scratch, { recursive: true, force: true })
})

it('made by the steps of the Dockerfile, a server of production answers that it is ready', async () => {
  const port = await freePort()
  const dataDir = path.join(scratch, 'data')
  mkdirSync(dataDir)
  const [program = '', ...args] = built.command
  expect(program).toBe('node')
  const server = spawn(process.execPath, args, {
    cwd: built.folder,
    env: {
      ...built.env,
      ...PRODUCTION,
      DATABASE_URL: database.writerUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(server, 'exit')
  try {
    await eventually(
      async () => {
        if (server.exitCode !== null) throw new Error(`The server has ended:\n${said}`)
        return fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        )
      },
      'the server is ready',
      60_000,
    )
    const page = await fetch(`http://127.0.0.1:${port}/`)
    expect(await page.text()).toContain('<title>')
  } finally {
    server.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
}, 120_000)
