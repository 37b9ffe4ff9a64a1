import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Part of a postmaster's command line that names the process that launched it. */
export const launchedBy = (pid: number): string => `cluster_name=launched-by-${pid}`

interface RunningProcess {
  readonly parent: number
  readonly command: string
}

/** Parent and command line as the system tells them: Linux by files, others by `ps`. Undefined when it has ended. */
export const runningProcess = (
  pid: number,
  platform: NodeJS.Platform = process.platform,
): RunningProcess | undefined => {
  try {
    if (platform === 'linux')
      return {
        parent: Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
        command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      }
    // Without -ww macOS cuts the line at 79 characters.
    const args = ['-ww', '-o', 'ppid=,command=', '-p', String(pid)]
    const line = execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const [parent, ...command] = line.trim().split(' ')
    return command.length === 0 ? undefined : { parent: Number(parent), command: `${command.join(' ')} ` }
  } catch {
    return undefined
  }
}

const hasLauncher = ({ parent, command }: RunningProcess): boolean =>
  command.includes(`${launchedBy(parent)} `)

const postmasterOf = (
  clusterDir: string,
): (RunningProcess & { readonly pid: number; readonly port: number }) | undefined => {
  let lines: string[]
  try {
    lines = readFileSync(path.join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  // Process ids are reused: only a command line with this very folder is our postmaster.
  const running = runningProcess(pid)
  return running?.command.includes(` -D ${clusterDir} `) ? { pid, port, ...running } : undefined
}

/** Port of this cluster's postmaster if its launcher is alive; null otherwise. */
export const portInUse = (clusterDir: string): number | null => {
  const running = postmasterOf(clusterDir)
  return running && hasLauncher(running) ? running.port : null
}

/**
 * Stops a postmaster that a killed launcher has left behind on this cluster: by a fast shutdown, after 10 s by an
 * immediate one.
 * @throws when the launcher is alive: the data folder is in use
 */
export const stopOrphan = async (clusterDir: string): Promise<void> => {
  const orphan = postmasterOf(clusterDir)
  if (!orphan) return
  if (hasLauncher(orphan)) {
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
