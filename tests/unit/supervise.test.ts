import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { processOf, watchNpm } from '../../api/commands/supervise.mjs'

/** Ends as the real server does: api/main.ts has the same line, and tests/crash tests it there. */
const SERVER = `
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  require('node:net').createServer().listen(0, '127.0.0.1', function () {
    console.log(JSON.stringify({ port: this.address().port, pid: process.pid, parent: process.ppid }))
  })`
/** Starts it as api/commands/bootstrap.mjs starts the server. */
const BOOTSTRAP = `
  import { supervise, watchNpm } from ${JSON.stringify(pathToFileURL(path.resolve('api/commands/supervise.mjs')).href)}
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  process.exit(await supervise(process.execPath, ['server.cjs'], { stdio }, watchNpm('bootstrap.mjs')))`

const isTaken = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

const isAlive = (pid: number): boolean => processOf(pid) !== null

let project: string
beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), 'youtility-supervise-'))
  writeFileSync(path.join(project, 'server.cjs'), SERVER)
  writeFileSync(path.join(project, 'bootstrap.mjs'), BOOTSTRAP)
  const { start } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  writeFileSync(
    path.join(project, 'package.json'),
    JSON.stringify({ scripts: { start: start.replace('api/commands/', '') } }),
  )
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

describe.skipIf(process.platform === 'win32')('whoever of npm start is killed', () => {
  it.concurrent.each(
    (['npm', 'its shell', 'bootstrap'] as const).flatMap((who) =>
      (['SIGTERM', 'SIGKILL'] as const).map((signal) => [who, signal] as const),
    ),
  )(
    '%s by %s: the port is free and no process is left',
    async (who, signal) => {
      const npm = spawn('npm', ['start', '--silent'], { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = once(npm, 'exit')
      const [line] = await once(npm.stdout.setEncoding('utf8'), 'data')
      const server: { port: number; pid: number; parent: number } = JSON.parse(String(line))
      const bootstrap = server.parent
      const shell = processOf(bootstrap)?.parent ?? 0
      expect(await isTaken(server.port)).toBe(true)
      const pids = { npm: npm.pid ?? 0, 'its shell': shell, bootstrap }
      process.kill(pids[who], signal)
      await vi.waitFor(
        async () => {
          expect(await isTaken(server.port)).toBe(false)
          expect([server.pid, bootstrap].filter(isAlive)).toEqual([])
        },
        { timeout: 20_000, interval: 100 },
      )
      await ended
    },
    60_000,
  )
})

describe('watchNpm', () => {
  const table = new Map([
    [30, { parent: 20, command: 'sh -c node api/commands/bootstrap.mjs start ' }],
    [20, { parent: 10, command: 'npm start ' }],
  ])
  const system = { env: { npm_lifecycle_event: 'start' }, lookUp: (pid: number) => table.get(pid) ?? null }

  it.each([
    [
      'npm’s shell gets another parent',
      30,
      () => table.set(30, { parent: 1, command: 'sh -c node api/commands/bootstrap.mjs start ' }),
    ],
    ['npm’s shell is gone', 30, () => table.delete(30)],
  ])('%s', (_what, parent, happens) => {
    const before = table.get(30)
    const isWanted = watchNpm('bootstrap.mjs', { ...system, parent: () => parent })
    expect(isWanted()).toBe(true)
    happens()
    expect(isWanted()).toBe(false)
    if (before) table.set(30, before)
  })

  it('watches its parent alone where the shell has become the program', () => {
    let parent = 20
    const isWanted = watchNpm('bootstrap.mjs', { ...system, parent: () => parent })
    expect(isWanted()).toBe(true)
    parent = 1
    expect(isWanted()).toBe(false)
  })

  it('watches nobody where npm has not started it: who did may leave it running', () => {
    let parent = 30
    const isWanted = watchNpm('bootstrap.mjs', { ...system, env: {}, parent: () => parent })
    parent = 1
    expect(isWanted()).toBe(true)
  })

  it.skipIf(process.platform === 'win32')('finds parent and command line without /proc too', () => {
    const found = processOf(process.pid, 'darwin')
    expect(found?.parent).toBe(process.ppid)
    expect(found?.command.replaceAll(' ', '')).toBe(processOf(process.pid)?.command.replaceAll(' ', ''))
    expect(processOf(2 ** 22 + 1, 'darwin')).toBeNull()
  })
})
