import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { hasCode } from '../../events/thrown.ts'

/** State of a witness: all that it needs to detect a second history. */
export interface WitnessState {
  /** The last checkpoint that it signed, with its cosignature, as a C2SP signed note. */
  readonly note: string
  /** The log has received it. */
  readonly delivered: boolean
  /** The log's public key, which may have been trusted on first contact. */
  readonly logKey: string
}

const StoredState = z.strictObject({ note: z.string(), delivered: z.boolean(), logKey: z.string() })

export interface WitnessFiles {
  /** Null before the first checkpoint. @throws {Error} when the file exists but cannot be read: never start over */
  readonly load: () => WitnessState | null
  /** Atomic, and on the disk when this returns. */
  readonly save: (state: WitnessState) => void
  /** Stores evidence that the log has two histories. Returns the file's name. */
  readonly saveEvidence: (text: string, at: Date) => string
  /** Releases the lock, so that another process can be the witness. */
  readonly release: () => void
}

const writeDurably = (file: string, text: string): void => {
  const draft = `${file}.new`
  const descriptor = openSync(draft, 'w', 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(draft, file)
  const folder = openSync(path.dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const isRunning = (pid: number): boolean => {
  // In a container, the previous process may have had the same id.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** Two witnesses on one state could sign two histories, so the second one is rejected. */
const lock = (file: string): void => {
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    writeSync(descriptor, String(process.pid))
    closeSync(descriptor)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    const pid = Number(readFileSync(file, 'utf8'))
    if (isRunning(pid))
      throw new Error(`Process ${pid} is a witness on ${path.dirname(file)} already`, { cause: error })
    rmSync(file)
    lock(file)
  }
}

/**
 * Opens a witness's folder for this process alone.
 * @throws {Error} when another process has locked it
 */
export const openWitnessFiles = (dir: string): WitnessFiles => {
  mkdirSync(dir, { recursive: true })
  const stateFile = path.join(dir, 'state.json')
  const lockFile = path.join(dir, 'lock')
  lock(lockFile)
  return {
    load: () => {
      try {
        return StoredState.parse(JSON.parse(readFileSync(stateFile, 'utf8')))
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return null
        throw new Error(
          `${stateFile} cannot be read; put it right from a copy, or the witness forgets what it saw`,
          {
            cause: error,
          },
        )
      }
    },
    save: (state) => writeDurably(stateFile, `${JSON.stringify(state)}\n`),
    saveEvidence: (text, at) => {
      const file = path.join(dir, `evidence-${at.toISOString().replaceAll(':', '-')}.txt`)
      writeDurably(file, text)
      return file
    },
    release: () => rmSync(lockFile, { force: true }),
  }
}
