import { parseAddCheckpoint, SIZE_TYPE, type AddCheckpoint } from '../../events/proof/add-checkpoint.ts'
import { parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { sameBytes, webSha256 } from '../../events/proof/hashing.ts'
import type { NoteSigner } from '../../events/proof/note-keys.ts'
import { parseNote, type SignedNote } from '../../events/proof/signed-note.ts'
import { verifyConsistency } from '../../events/proof/verify.ts'
import { messageOf } from '../../events/thrown.ts'
import { cosign } from './cosign.ts'
import { UnreadableState } from './state.ts'
import { keysOfLog, recordRefusal, signerAmong, type LogKey, type WatchedLog } from './watched-log.ts'

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
  key: LogKey,
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
    if (last?.size === checkpoint.size && !sameBytes(last.root, checkpoint.root))
      recordRefusal(log, { code: 'forked', why, text: request.note }, now())
    return reply(422, why)
  }
  let cosigned
  try {
    cosigned = await cosign(signed, key.verifier, signer)
  } catch (error) {
    return reply(400, `This checkpoint cannot be kept with another signature: ${messageOf(error)}`)
  }
  // Stored before anybody can see it. An empty log is where every log begins: there is nothing to remember.
  if (checkpoint.size > 0) log.files.save({ note: cosigned.note, delivered: true, logKey: key.text })
  return { status: 200, text: cosigned.line }
}

/** What is said of a log whose state cannot be read. */
export const DAMAGED =
  'What this witness has signed of this log cannot be read. Its operator must put it right'

/** Answers `add-checkpoint` by https://c2sp.org/tlog-witness: signs what continues the last checkpoint it has signed. */
export const answerAddCheckpoint = async (
  { logs, signer, now }: { logs: readonly WatchedLog[]; signer: NoteSigner; now: () => Date },
  body: string,
): Promise<WitnessReply> => {
  const request = read(body)
  if (typeof request === 'string') return reply(400, `This is not a request to sign a checkpoint: ${request}`)
  const { old, signed, checkpoint } = request
  let isDamaged = false
  for (const log of logs) {
    // The state of one log is no matter of the others.
    try {
      const named = (await keysOfLog(log)).filter(({ verifier }) => verifier.name === checkpoint.origin)
      if (named.length === 0) continue
      const key = await signerAmong(signed, checkpoint.origin, named)
      if (typeof key === 'string') return reply(403, key)
      if (old > checkpoint.size) return reply(400, 'The old size is larger than the checkpoint')
      return await log.inTurn('state', () => answerInTurn(log, key, signer, request, now))
    } catch (error) {
      if (!(error instanceof UnreadableState)) throw error
      isDamaged = true
    }
  }
  return isDamaged ? reply(500, DAMAGED) : reply(404, 'This witness does not know this log')
}
