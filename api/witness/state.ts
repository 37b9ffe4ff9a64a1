import { createHash } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { parseCheckpoint } from '../../events/proof/checkpoint.ts'
import { parseNote } from '../../events/proof/signed-note.ts'
import { hasCode, messageOf } from '../../events/thrown.ts'
import { takeLock } from './lock.ts'

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

/** @throws {Error} when a witness could not go on from this text */
const readState = (text: string): WitnessState => {
  const state = StoredState.parse(JSON.parse(text))
  parseCheckpoint(parseNote(state.note).text)
  return state
}

/** The state exists and cannot be read. */
export class UnreadableState extends Error {
  override name = 'UnreadableState'
}

/** Files of evidence that a folder keeps of one kind: a log that answers ever new nonsense fills no disk. */
const EVIDENCE_FILES_MAX = 20

export interface WitnessFiles {
  /** Null before the first checkpoint. @throws {UnreadableState} never start over */
  readonly load: () => WitnessState | null
  /** Atomic, and on the disk when this returns. @throws {Error} when `load` could not read it; the state is as before */
  readonly save: (state: WitnessState) => void
  /** Since when, and why, this log is known to have two histories; null when it is not. */
  readonly loadAlarm: () => string | null
  /** Stays until an operator deletes the file `alarm.txt`, or accepts the end of the log. */
  readonly saveAlarm: (alarm: string) => void
  readonly clearAlarm: () => void
  /** Stores what the log has shown, once; nothing when there are many files of this kind. */
  readonly saveEvidence: (kind: string, text: string, at: Date) => void
  /** Stores that the operator has accepted the end of a log, beside what was signed of it. */
  readonly saveAccepted: (text: string, at: Date) => void
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

const readIfThere = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/**
 * Opens a witness's folder for this process alone.
 * @throws {Error} when another process has locked it
 */
export const openWitnessFiles = (dir: string): WitnessFiles => {
  mkdirSync(dir, { recursive: true })
  const inFolder = (name: string): string => path.join(dir, name)
  const [stateFile, alarmFile, lockFile] = [inFolder('state.json'), inFolder('alarm.txt'), inFolder('lock')]
  takeLock(lockFile)
  const timed = (kind: string, at: Date) => inFolder(`${kind}-${at.toISOString().replaceAll(':', '-')}.txt`)
  return {
    load: () => {
      const text = readIfThere(stateFile)
      if (text === null) return null
      try {
        return readState(text)
      } catch (error) {
        throw new UnreadableState(
          `${stateFile} is damaged (${messageOf(error)}); put it right from a copy, or the witness forgets what it saw`,
          { cause: error },
        )
      }
    },
    save: (state) => {
      const text = `${JSON.stringify(state)}\n`
      readState(text)
      writeDurably(stateFile, text)
    },
    loadAlarm: () => readIfThere(alarmFile)?.trim() ?? null,
    saveAlarm: (alarm) => writeDurably(alarmFile, `${alarm}\n`),
    clearAlarm: () => rmSync(alarmFile, { force: true }),
    saveEvidence: (kind, text, at) => {
      const before = readdirSync(dir).filter((name) => name.startsWith(`evidence-${kind}-`))
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
      if (before.length >= EVIDENCE_FILES_MAX || before.some((name) => name.includes(hash))) return
      writeDurably(timed(`evidence-${kind}-${hash}`, at), text)
    },
    saveAccepted: (text, at) => writeDurably(timed('accepted', at), text),
    release: () => rmSync(lockFile, { force: true }),
  }
}
