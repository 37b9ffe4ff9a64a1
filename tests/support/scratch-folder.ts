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
 * An in-memory folder for files that a test run may lose, deleted when this process ends; undefined where too little
 * memory is free. Creating a database there costs a tenth of what it costs on a disk. Also deletes the folders of runs
 * that were killed.
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
    // When root runs this, the embedded Postgres runs as another user, who must be able to enter.
    chmodSync(folder, 0o755)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  } catch {
    return undefined
  }
}
