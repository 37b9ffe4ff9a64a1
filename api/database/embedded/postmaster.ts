import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { PostmasterFailed } from '../postmaster-failed.ts'
import { cEnvironment } from './cluster.ts'
import { launchedBy } from './orphan.ts'
import type { OsUser } from './os-user.ts'

export interface Postmaster {
  readonly signal: (name: 'SIGINT' | 'SIGKILL') => void
  /** Exit code, `null` after a signal. */
  readonly exited: Promise<number | null>
}

/** With these settings a crash loses nothing that was acknowledged. */
const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on']

const onPath = (program: string): boolean =>
  cEnvironment.PATH.split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** Faster settings where no data has to survive a crash of the machine. Many tests connect at once. */
const FORGETFUL = [
  'fsync=off',
  'synchronous_commit=on',
  'full_page_writes=off',
  'max_connections=400',
  'scram_iterations=1',
]

/** Whether acknowledged writes survive a crash of the machine. `volatile` is for tests that do not depend on it. */
export type Durability = 'durable' | 'volatile'

/**
 * How the server learns that this process was killed. Linux has `setpriv`, which has the kernel send a signal. Elsewhere
 * a shell waits for the end of a pipe that only this process holds, and then sends it.
 */
export const deathWatch = (has: (program: string) => boolean = onPath): 'setpriv' | 'shell' | 'none' =>
  has('setpriv') ? 'setpriv' : has('sh') ? 'shell' : 'none'

/** Sends the signal to process `$1` when its input ends. */
const WATCH = 'read -r _; kill -INT "$1"'

const watchFor = (postmaster: number): ChildProcess => {
  const shell = spawn('sh', ['-c', WATCH, 'sh', String(postmaster)], {
    env: cEnvironment,
    cwd: '/',
    // Ctrl-C must not reach it before the server has ended.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.once('error', () => {}) // without it the next start takes over what is left behind
  shell.unref()
  return shell
}

/**
 * Starts the server on 127.0.0.1 and resolves when it accepts connections. Must be called on the main thread: the
 * parent-death signal of `setpriv` fires when the spawning thread ends. A process group of its own keeps Ctrl-C in a
 * terminal from stopping the database before the API has finished with it.
 */
export const startPostmaster = (
  postgres: string,
  cluster: string,
  port: number,
  user: OsUser,
  durability: Durability,
): Promise<Postmaster> => {
  const kept = durability === 'durable' ? DURABLE : FORGETFUL
  const settings = [...kept, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`]
  const server = [postgres, '-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]
  // The last argument but one, so that a space follows it wherever command lines are compared.
  server.push('-c', launchedBy(process.pid), '-c', 'log_destination=stderr')
  const watch = deathWatch()
  const [command = postgres, ...args] =
    watch === 'setpriv' ? ['setpriv', '--pdeathsig', 'INT', ...server] : server
  const child = spawn(command, args, {
    ...(user && { uid: user.uid, gid: user.gid }),
    env: cEnvironment,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const shell = watch === 'shell' && child.pid !== undefined ? watchFor(child.pid) : undefined
  const stopWithUs = () => void child.kill('SIGINT')
  process.once('exit', stopWithUs)
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      process.off('exit', stopWithUs)
      shell?.kill('SIGKILL')
      resolve(code)
    })
  })

  return new Promise((resolve, reject) => {
    const said: string[] = []
    child.once('error', reject)
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (said.length < 50) said.push(line)
      if (line.includes('database system is ready to accept connections')) {
        resolve({ exited, signal: (name) => void child.kill(name) })
      }
    })
    void exited.then(() => reject(new PostmasterFailed(said.join('\n'))))
  })
}
