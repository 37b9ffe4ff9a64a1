import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hasCode } from '../../events/thrown.ts'

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH')) return null
    throw error
  }
}

/** Where the kernel lists processes: state and start time, behind the name, which may hold anything. */
const fromProc = (pid: number): string | null => {
  const [state, ...more] = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ') ?? []
  const start = more[18]
  if (state === undefined || start === undefined || 'ZX'.includes(state)) return null
  return `${read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}/${start}`
}

const fromPs = (pid: number): string | null => {
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '')
  } catch {
    return null
  }
}

/** When a running process was started, as a text to compare; null when there is none with this id. */
export const processStart = (pid: number): string | null =>
  read('/proc/self/stat') === null ? fromPs(pid) : fromProc(pid)

/** The text of a lock: which process has it, and when that was started, since ids are given again. */
const ownText = (): string => `${process.pid} ${processStart(process.pid) ?? ''}\n`

/** The process that holds a lock with this text; null when it has ended. A lock of an earlier release has no start. */
const holderIn = (text: string): number | null => {
  const [id = '', ...rest] = text.trim().split(' ')
  const pid = /^[1-9]\d*$/.test(id) ? Number(id) : null
  // In a container, the process before this one may have had its id.
  if (pid === null || pid === process.pid) return null
  const started = processStart(pid)
  const isSame = started !== null && (rest.length === 0 || rest.join(' ') === started)
  return isSame ? pid : null
}

/**
 * Takes the lock `file` for this process: two witnesses on one state could sign two histories. The file is complete from
 * the moment it is there.
 * @throws {Error} when another process has it
 */
export const takeLock = (file: string): void => {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, ownText(), { mode: 0o600 })
  try {
    for (;;) {
      try {
        linkSync(draft, file)
        return
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error
        const holder = holderIn(read(file) ?? '')
        if (holder !== null)
          throw new Error(
            `Process ${holder} is a witness on ${path.dirname(file)} already, by ${file}. ` +
              'If that process is something else, delete this file',
            { cause: error },
          )
        rmSync(file, { force: true })
      }
    }
  } finally {
    rmSync(draft, { force: true })
  }
}
