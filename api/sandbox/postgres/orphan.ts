import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Part of a postmaster's command line that names the process that launched it. */
export const launchedBy = (pid: number): string => `cluster_name=launched-by-${pid}`

const commandLine = (pid: number): string | undefined => {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return undefined
  }
}

const parentOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }))

const parentOnLinux = (pid: number): number =>
  Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

const hasLauncher = (pid: number, command: string): boolean => {
  try {
    const parent = process.platform === 'linux' ? parentOnLinux(pid) : parentOf(pid)
    return command.includes(`${launchedBy(parent)} `)
  } catch {
    return false
  }
}

const postmasterOf = (clusterDir: string): { pid: number; port: number; command: string } | undefined => {
  let lines: string[]
  try {
    lines = readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  // Process ids are reused: only a command line with this very folder is our postmaster.
  const command = commandLine(pid)
  return command?.includes(` -D ${clusterDir} `) ? { pid, port, command } : undefined
}

/** Port of this cluster's postmaster if its launcher is alive; null otherwise. */
export const portInUse = (clusterDir: string): number | null => {
  const running = postmasterOf(clusterDir)
  return running && hasLauncher(running.pid, running.command) ? running.port : null
}

/**
 * Stops a postmaster that a killed launcher has left behind on this cluster: by a fast shutdown, after 10 s by an
 * immediate one.
 * @throws when the launcher is alive: the data folder is in use
 */
export const stopOrphan = async (clusterDir: string): Promise<void> => {
  const orphan = postmasterOf(clusterDir)
  if (!orphan) return
  if (hasLauncher(orphan.pid, orphan.command)) {
    throw new Error(`${clusterDir} is in use by another running instance (Postgres is process ${orphan.pid})`)
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const giveUpAt = Date.now() + 10_000
    process.kill(orphan.pid, signal)
    while (Date.now() < giveUpAt) {
      if (postmasterOf(clusterDir)?.pid !== orphan.pid) return
      await sleep(20)
    }
  }
  throw new Error(`An orphaned Postgres (process ${orphan.pid}) on ${clusterDir} does not stop`)
}
