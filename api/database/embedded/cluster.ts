import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { giveTo, type OsUser } from './os-user.ts'

/** An environment without the caller's locale, which may not be installed. */
export const cEnvironment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', LANG: 'C', TZ: 'UTC' }

const run = (command: string, args: readonly string[], user: OsUser): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...(user && { uid: user.uid, gid: user.gid }),
      env: cEnvironment,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} failed: ${output}`)),
    )
  })

const passwordFileOf = (dataDir: string): string => path.join(dataDir, 'password')

/** The superuser's password of an existing cluster. */
export const clusterPassword = (dataDir: string): string =>
  readFileSync(passwordFileOf(dataDir), 'utf8').trim()

/**
 * Creates the cluster on the first start and returns the superuser's password. The password is random and stored beside
 * the cluster, readable by its owner only, so that other users of the machine have no access. The cluster is renamed
 * into place: a first start that was killed half-way leaves nothing that looks finished.
 */
export const ensureCluster = async (dataDir: string, initdb: string, user: OsUser): Promise<string> => {
  const cluster = path.join(dataDir, 'cluster')
  if (existsSync(cluster)) return clusterPassword(dataDir)

  const unfinished = path.join(dataDir, 'cluster.new')
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  const passwordFile = passwordFileOf(dataDir)
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  giveTo(user, unfinished)
  giveTo(user, passwordFile)
  await run(
    initdb,
    [
      '-D',
      unfinished,
      '-U',
      'postgres',
      '-E',
      'UTF8',
      '--locale=C',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
    ],
    user,
  )
  renameSync(unfinished, cluster)
  return password
}
