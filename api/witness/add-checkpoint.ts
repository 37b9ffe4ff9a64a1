import { parseAddCheckpoint, SIZE_TYPE, type AddCheckpoint } from '../../events/proof/add-checkpoint.ts'
import { parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { sameBytes, webSha256 } from '../../events/proof/hashing.ts'
import { readVerifierKey, type NoteSigner, type NoteVerifier } from '../../events/proof/note-keys.ts'
import {
  formatNote,
  lineOf,
  parseNote,
  signNote,
  verifyNote,
  type SignedNote,
} from '../../events/proof/signed-note.ts'
import { verifyConsistency } from '../../events/proof/verify.ts'
import { messageOf } from '../../events/thrown.ts'
import type { WatchedLog } from './watched-log.ts'

/** An answer over HTTP. */
export interface WitnessReply {
  readonly status: number
  readonly text: string
  /** Media type; default plain text. */
  readonly type?: string
}

const reply = (status: number, why: string): WitnessReply => ({ status, text: `${why}.\n` })

interface Read extends AddCheckpoint {
  readonly signed: SignedNote
  readonly checkpoint: Checkpoint
}

const read = (body: string): Read | string => {
  try {
    const request = parseAddCheckpoint(body)
    const signed = parseNote(request.note)
    return { ...request, signed, checkpoint: parseCheckpoint(signed.text) }
  } catch (error) {
    return messageOf(error)
  }
}

const keyOf = async ({ key, files }: WatchedLog): Promise<NoteVerifier | null> => {
  if (key) return key.verifier
  const known = files.load()?.logKey
  return known === undefined ? null : readVerifierKey(known)
}

/** The last signed checkpoint; of size 0 before the first. */
const lastOf = ({ files }: WatchedLog): Pick<Checkpoint, 'size' | 'root'> | null => {
  const state = files.load()
  return state === null ? null : parseCheckpoint(parseNote(state.note).text)
}

/** Why the checkpoint does not continue what this witness has signed last; null when it does. */
const inconsistency = async (
  { proof, checkpoint }: Read,
  last: Pick<Checkpoint, 'size' | 'root'> | null,
): Promise<string | null> => {
  if (checkpoint.size === 0) {
    const empty = await webSha256(new Uint8Array())
    return sameBytes(checkpoint.root, empty) && proof.length === 0
      ? null
      : 'This is not the root of an empty log'
  }
  if (last === null) return proof.length === 0 ? null : 'A proof from an empty log is empty'
  const verdict = await verifyConsistency({ first: last, second: checkpoint, path: proof }, webSha256)
  return verdict.ok ? null : verdict.why
}

const answerInTurn = async (
  log: WatchedLog,
  key: NoteVerifier,
  signer: NoteSigner,
  request: Read,
  now: () => Date,
): Promise<WitnessReply> => {
  const { old, signed, checkpoint } = request
  const last = lastOf(log)
  if (old !== (last?.size ?? 0)) return { status: 409, text: `${last?.size ?? 0}\n`, type: SIZE_TYPE }
  const why = await inconsistency(request, last)
  if (why !== null) {
    // Anybody can send a wrong proof. Two roots of one size, both signed, are proof against the log.
    if (last?.size === checkpoint.size && !sameBytes(last.root, checkpoint.root)) {
      if (log.alarm === null)
        log.files.saveEvidence(
          `${why}\n\nSigned before:\n\n${log.files.load()?.note ?? ''}\nShown now:\n\n${request.note}`,
          now(),
        )
      log.alarm = `${now().toISOString()}: ${why}`
    }
    return reply(422, why)
  }
  const { signatures } = await signNote(signed.text, signer)
  const byLog = signed.signatures.filter(
    ({ name, keyId }) => name === key.name && sameBytes(keyId, key.keyId),
  )
  // Stored before anybody can see it. An empty log is where every log begins: there is nothing to remember.
  if (checkpoint.size > 0) {
    const note = formatNote({ text: signed.text, signatures: [...byLog, ...signatures] })
    const logKey = log.key?.text ?? log.files.load()?.logKey ?? ''
    log.files.save({ note, delivered: true, logKey })
  }
  return { status: 200, text: signatures.map(lineOf).join('') }
}

/** Answers `add-checkpoint` by https://c2sp.org/tlog-witness: signs what continues the last checkpoint it has signed. */
export const answerAddCheckpoint = async (
  { logs, signer, now }: { logs: readonly WatchedLog[]; signer: NoteSigner; now: () => Date },
  body: string,
): Promise<WitnessReply> => {
  const request = read(body)
  if (typeof request === 'string') return reply(400, `This is not a request to sign a checkpoint: ${request}`)
  const { old, signed, checkpoint } = request
  for (const log of logs) {
    const key = await keyOf(log)
    if (key?.name !== checkpoint.origin) continue
    const verdict = await verifyNote(signed, key)
    if (!verdict.ok) return reply(403, verdict.why)
    if (old > checkpoint.size) return reply(400, 'The old size is larger than the checkpoint')
    return log.inTurn('state', () => answerInTurn(log, key, signer, request, now))
  }
  return reply(404, 'This witness does not know this log')
}
