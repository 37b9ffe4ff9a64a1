/**
 * Runs programs that end when `npm start` or `npm test` is ended, however that happens. Plain JavaScript without
 * dependencies, for any Node from 20.19.
 */
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const POLL_MS = 500

/**
 * Parent and command line of a process.
 *
 * @param {number} pid
 * @returns {{ parent: number, command: string } | null} null when it has ended
 */
export const processOf = (pid, platform = process.platform) => {
  try {
    if (platform === 'linux') {
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
      return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }
    }
    const line = execFileSync('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })
    const [parent, ...command] = line.trim().split(' ')
    return command.length === 0 ? null : { parent: Number(parent), command: command.join(' ') }
  } catch {
    return null
  }
}

/**
 * Whether those who run this process are still there: its parent, and npm behind npm's shell. When one of them is
 * killed the system gives its child another parent. Always true for a process that npm has not started: whoever starts
 * it by hand may leave it running.
 *
 * @param {string} script the file that npm's shell runs
 * @param {{ env?: NodeJS.ProcessEnv, parent?: () => number, lookUp?: typeof processOf }} system
 * @returns {() => boolean}
 */
export const watchNpm = (
  script,
  { env = process.env, parent = () => process.ppid, lookUp = processOf } = {},
) => {
  if (env['npm_lifecycle_event'] === undefined) return () => true
  const shell = parent()
  const seen = lookUp(shell)
  // Some shells replace themselves by the program; then npm is the parent.
  const npm = seen !== null && / -c /.test(seen.command) && seen.command.includes(script) ? seen.parent : null
  return () => parent() === shell && (npm === null || lookUp(shell)?.parent === npm)
}

/**
 * Runs a program and resolves to its exit code. Signals to this process are passed on; it is stopped when
 * `isWanted` no longer holds.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { group?: boolean }} options `group`: the program has a process
 *   group of its own, which gets the signals
 * @param {() => boolean} isWanted
 * @returns {Promise<number>}
 */
export const supervise = (command, args, { group = false, ...options }, isWanted) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options, detached: group })
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      if (child.pid === undefined) return
      try {
        process.kill(group ? -child.pid : child.pid, signal)
      } catch {
        // It has ended.
      }
    }
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    const watch = setInterval(() => {
      if (isWanted()) return
      clearInterval(watch)
      pass('SIGTERM')
    }, POLL_MS)
    const end = () => {
      clearInterval(watch)
      for (const signal of signals) process.off(signal, pass)
    }
    child.once('error', (error) => {
      end()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      end()
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1))
    })
  })
