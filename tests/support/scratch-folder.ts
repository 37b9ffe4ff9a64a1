import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

const MEMORY = '/dev/shm'
const NAME = 'youtility-tests-'
const BYTES_MIN = 4 * 1_024 ** 3

const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * A folder in memory for what a run of tests writes and may forget, deleted when this process ends; undefined where
 * there is too little of it. Making a database there costs a tenth of what it costs on a disk. What a run left
 * behind that was killed goes with the next.
 */
export const scratchFolder = (): string | undefined => {
  try {
    for (const name of readdirSync(MEMORY))
      if (name.startsWith(NAME) && !runs(Number(name.slice(NAME.length))))
        rmSync(path.join(MEMORY, name), { recursive: true, force: true })
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize < BYTES_MIN) return undefined
    const folder = path.join(MEMORY, `${NAME}${process.pid}`)
    mkdirSync(folder)
    // Run as root, the embedded Postgres becomes another user, who has to get through.
    chmodSync(folder, 0o755)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    return undefined
  }
}
