import { readVerifierKey, type NoteVerifier } from '../../events/proof/note-keys.ts'
import { verifyNote, type SignedNote } from '../../events/proof/signed-note.ts'
import { createTurns, type InTurn } from '../../events/turns.ts'
import type { LogClient } from './log-client.ts'
import type { WitnessFiles } from './state.ts'

/** A public key of a log, as it is written and ready to verify. */
export interface LogKey {
  readonly text: string
  readonly verifier: NoteVerifier
}

export const readLogKey = async (text: string): Promise<LogKey> => ({
  text,
  verifier: await readVerifierKey(text),
})

/** The key of this log that signed a checkpoint, or why none of these did. */
export const signerAmong = async (
  note: SignedNote,
  origin: string,
  keys: readonly LogKey[],
): Promise<LogKey | string> => {
  let why = `The checkpoint is of ${origin}, and no key of it is known`
  for (const key of keys) {
    if (key.verifier.name !== origin) {
      why = `The checkpoint is of ${origin}, not of ${key.verifier.name}`
      continue
    }
    const verdict = await verifyNote(note, key.verifier)
    if (verdict.ok) return key
    ;({ why } = verdict)
  }
  return why
}

/** A log that this witness knows. */
export interface WatchedLog {
  /** Its keys from a trusted source, of one name; none: the one that it gave on first contact, in its state. */
  readonly keys: readonly LogKey[]
  readonly files: Pick<WitnessFiles, 'load' | 'save' | 'loadAlarm' | 'saveAlarm' | 'saveEvidence'>
  /** Everything that reads and then writes its state waits for its turn. */
  readonly inTurn: InTurn
  /** Null: it is not looked at; it sends its checkpoints itself. */
  readonly client: LogClient | null
  /** Since when, and why, this log is known to have two histories; null when it is not. It outlives the process. */
  alarm: string | null
  /** Why this process last refused to sign, and when; null when it never did. */
  refusal: string | null
}

/** Begins to watch a log, with the alarm that its folder remembers. */
export const watchLog = ({
  keys,
  files,
  client,
}: Pick<WatchedLog, 'keys' | 'files' | 'client'>): WatchedLog => ({
  keys,
  files,
  client,
  inTurn: createTurns(),
  alarm: files.loadAlarm(),
  refusal: null,
})

/** @throws {UnreadableState} when no key was given and the state is damaged */
export const keysOfLog = async ({ keys, files }: WatchedLog): Promise<readonly LogKey[]> => {
  if (keys.length > 0) return keys
  const known = files.load()?.logKey
  return known === undefined ? [] : [await readLogKey(known)]
}

/** Why a witness does not sign: the first two contradict what the log has signed before. */
export type RefusalCode = 'forked' | 'rolled_back' | 'not_proven' | 'not_signed' | 'malformed'

/** What a log has shown that this witness does not sign. */
interface Shown {
  readonly code: RefusalCode
  readonly why: string
  readonly text: string
}

/** Records it. That the log has signed two histories stays recorded until an operator has looked. */
export const recordRefusal = (log: WatchedLog, { code, why, text }: Shown, at: Date): void => {
  log.refusal = `${at.toISOString()}: ${why}`
  const seen = log.files.load()?.note ?? 'nothing'
  log.files.saveEvidence(code, `${why}\n\nSigned before:\n\n${seen}\nShown now:\n\n${text}`, at)
  if (log.alarm !== null || (code !== 'forked' && code !== 'rolled_back')) return
  log.alarm = log.refusal
  log.files.saveAlarm(log.alarm)
}
