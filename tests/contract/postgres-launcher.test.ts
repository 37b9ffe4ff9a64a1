import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { startPostgres } from '../../api/database/embedded/launcher.ts'
import { runningProcess } from '../../api/database/embedded/orphan.ts'
import { freshDatabase } from '../support/postgres.ts'
import { openClient } from '../support/open-client.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'youtility-launcher-'))
chmodSync(scratch, 0o755) // the server may run as another user than this process
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = await openClient(url)
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts a server on the folder in another process, whose PATH is `search`; returns its address. */
const launchElsewhere = async (folder: string, search: string) => {
  const launcher = new URL('../../api/database/embedded/launcher.ts', import.meta.url).href
  const script = `import { startPostgres } from ${JSON.stringify(launcher)}
    console.log((await startPostgres({ dataDir: ${JSON.stringify(folder)}, database: 'ledger' })).url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: search },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return { url: String(said).trim(), child }
}

test('what was committed is there after kill -9, on another port, under the same password', async () => {
  const dataDir = path.join(scratch, 'killed')
  const first = await startPostgres({ dataDir, database: 'ledger' })
  await query(first.url, "create table fact as select 'kept' as name")
  first.kill()
  expect(await first.exited).toBeNull()

  const second = await startPostgres({ dataDir, database: 'ledger' })
  try {
    expect(await query(second.url, 'select name from fact')).toEqual([{ name: 'kept' }])
    expect(await query(second.url, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await query(second.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    expect(existsSync(`/tmp/.s.PGSQL.${second.port}`)).toBe(false)
    await expect(startPostgres({ dataDir, database: 'ledger' })).rejects.toThrow(/in use by another/)
    await expect(
      startPostgres({ dataDir: path.join(scratch, 'other'), port: second.port, database: 'x' }),
    ).rejects.toThrow(/^Port \d+ for Postgres is taken$/)
    const wrong = second.url.replace(/:[^:@]+@/, ':guess@')
    await expect(query(wrong, 'select 1')).rejects.toThrow(/password authentication failed/)
  } finally {
    await second.stop()
  }
  expect(await second.exited).toBe(0)
})

/** A folder with these programs of the system and no others. */
const folderWith = (...programs: string[]): string => {
  const folder = path.join(scratch, programs.join('-'))
  mkdirSync(folder)
  for (const program of programs) {
    const place = ['/usr/bin', '/bin'].find((each) => existsSync(path.join(each, program))) ?? ''
    symlinkSync(path.join(place, program), path.join(folder, program))
  }
  return folder
}

test('a server that its killed launcher left behind is stopped and its folder taken over', async () => {
  const folder = path.join(scratch, 'orphan')
  const { url, child } = await launchElsewhere(folder, folderWith('id', 'test'))
  await query(url, "create table fact as select 'kept' as name")
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await query(url, 'select name from fact')).toEqual([{ name: 'kept' }])

  const heir = await startPostgres({ dataDir: folder, database: 'ledger' })
  try {
    await expect(query(url, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
    expect(await query(heir.url, 'select name from fact')).toEqual([{ name: 'kept' }])
  } finally {
    await heir.stop()
  }

  // As on macOS: no setpriv, but a shell. The server ends by itself, and well.
  const onMac = await launchElsewhere(folder, folderWith('id', 'test', 'sh'))
  expect(await query(onMac.url, 'select name from fact')).toEqual([{ name: 'kept' }])
  onMac.child.kill('SIGKILL')
  await vi.waitFor(() => expect(existsSync(path.join(folder, 'cluster', 'postmaster.pid'))).toBe(false), {
    timeout: 20_000,
    interval: 50,
  })
  await expect(query(onMac.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
})

test.skipIf(process.platform === 'win32')('a process is found without /proc too', () => {
  const elsewhere = runningProcess(process.pid, 'darwin')
  expect(elsewhere?.parent).toBe(process.ppid)
  expect(elsewhere?.command.replaceAll(' ', '')).toBe(
    runningProcess(process.pid)?.command.replaceAll(' ', ''),
  )
  expect(runningProcess(2 ** 22 + 1, 'darwin')).toBeUndefined()
})

test.runIf(process.getuid?.() === 0)(
  'a folder out of the reach of its user is refused with the remedy',
  async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'youtility-home-'))
    try {
      await expect(startPostgres({ dataDir: path.join(home, 'data'), database: 'x' })).rejects.toThrow(
        new RegExp(`cannot enter ${home} .*chmod o\\+x ${home}, or set DATABASE_URL`),
      )
    } finally {
      rmSync(home, { recursive: true })
    }
  },
)

test('each test database is its own and goes away', async () => {
  const database = await freshDatabase()
  await query(database.url, 'create table here ()')
  await database.drop()
  await expect(query(database.url, 'select 1')).rejects.toThrow(/does not exist/)
})
