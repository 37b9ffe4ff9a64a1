import { fromBase64 } from '../../events/proof/byte-text.ts'
import { parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { sameBytes, webSha256 } from '../../events/proof/hashing.ts'
import type { LogEnd } from '../../events/proof/log-end.ts'
import type { NoteSigner, NoteVerifier } from '../../events/proof/note-keys.ts'
import { parseNote, type SignedNote } from '../../events/proof/signed-note.ts'
import { verifyConsistency } from '../../events/proof/verify.ts'
import { messageOf } from '../../events/thrown.ts'
import { cosign } from './cosign.ts'
import { LogRefused, LogUnreachable, type LogClient } from './log-client.ts'
import type { WitnessFiles } from './state.ts'
import { readLogKey, signerAmong, type LogKey, type RefusalCode } from './watched-log.ts'

/**
 * Result of one check of the log.
 * - `cosigned`: it has provably grown; `first`: it was seen for the first time and accepted unproven
 * - `unchanged`: it has the same checkpoint as before
 * - `refused`: it contradicts its past or its own statements. Nothing is signed.
 * - `unreachable`: no result
 * - `failed`: this witness could not look or could not keep what it saw, such as a full disk. Nothing is signed.
 */
export type Outcome =
  | { readonly kind: 'cosigned'; readonly size: number; readonly first: boolean; readonly delivered: boolean }
  | { readonly kind: 'unchanged'; readonly size: number }
  | {
      readonly kind: 'refused'
      readonly code: RefusalCode
      readonly why: string
      /** The checkpoint that the log returned. */
      readonly offered: string
    }
  | { readonly kind: 'unreachable'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string }

interface WitnessParts {
  readonly client: LogClient
  readonly files: Pick<WitnessFiles, 'load' | 'save'>
  readonly signer: NoteSigner
  /** The log's public keys from a trusted source; none: the key that the log itself gives on first contact. */
  readonly logKeys: readonly LogKey[]
  /** The log that this one goes on after, whose end its operator has accepted: it must continue what was kept. */
  readonly after?: LogEnd
}

class Refused extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode, why: string, options?: ErrorOptions) {
    super(why, options)
    this.code = code
  }
}

const read = (text: string): { note: SignedNote; checkpoint: Checkpoint } => {
  try {
    const note = parseNote(text)
    const checkpoint = parseCheckpoint(note.text)
    if (checkpoint.size === 0) throw new Error('An empty log is nothing to sign')
    return { note, checkpoint }
  } catch (error) {
    throw new Refused('malformed', messageOf(error), { cause: error })
  }
}

const assertContinues = async (
  client: LogClient,
  seen: Pick<Checkpoint, 'size' | 'root'>,
  now: Checkpoint,
): Promise<void> => {
  if (now.size < seen.size)
    throw new Refused('rolled_back', `The log shows ${now.size} events; it had ${seen.size} when last seen`)
  if (now.size === seen.size) {
    if (sameBytes(now.root, seen.root)) return
    throw new Refused('forked', `The log shows another tree of ${now.size} events than the one last seen`)
  }
  let path
  try {
    path = (await client.consistency(seen.size, now.size)).map(fromBase64)
  } catch (error) {
    if (error instanceof LogUnreachable) throw error
    throw new Refused('not_proven', messageOf(error), { cause: error })
  }
  const verdict = await verifyConsistency({ first: seen, second: now, path }, webSha256)
  if (!verdict.ok)
    throw new Refused(
      'forked',
      `The log's ${now.size} events do not continue the ${seen.size} last seen: ${verdict.why}`,
    )
}

const cosignOrRefuse = async (
  note: SignedNote,
  logKey: NoteVerifier,
  signer: NoteSigner,
): Promise<string> => {
  try {
    return (await cosign(note, logKey, signer)).note
  } catch (error) {
    const why = `It cannot be kept with another signature: ${messageOf(error)}`
    throw new Refused('malformed', why, { cause: error })
  }
}

const look = async (
  { client, files, signer, logKeys, after }: WitnessParts,
  offered: string,
): Promise<Outcome> => {
  const state = after ? null : files.load()
  const trusted = after ? [await readLogKey(after.newKey)] : logKeys
  const keys = trusted.length > 0 ? trusted : [await readLogKey(state?.logKey ?? (await client.keys()).log)]
  const { note, checkpoint } = read(offered)
  const key = await signerAmong(note, checkpoint.origin, keys)
  if (typeof key === 'string') throw new Refused('not_signed', key)

  const deliver = async (text: string): Promise<boolean> => {
    try {
      await client.deliver(text)
    } catch (error) {
      if (error instanceof LogUnreachable || error instanceof LogRefused) return false
      throw error
    }
    files.save({ note: text, delivered: true, logKey: key.text })
    return true
  }

  if (after && after.kept.size > 0) await assertContinues(client, after.kept, checkpoint)
  if (state) {
    const seen = read(state.note).checkpoint
    await assertContinues(client, seen, checkpoint)
    if (seen.size === checkpoint.size) {
      if (!state.delivered) await deliver(state.note)
      return { kind: 'unchanged', size: seen.size }
    }
  }
  const cosigned = await cosignOrRefuse(note, key.verifier, signer)
  // Stored before anybody can see it: a crash in between loses a signature, never the record of one.
  files.save({ note: cosigned, delivered: false, logKey: key.text })
  return {
    kind: 'cosigned',
    size: checkpoint.size,
    first: state === null,
    delivered: await deliver(cosigned),
  }
}

/**
 * Checks the log once: signs its newest checkpoint only when that provably continues the last one this witness signed.
 * Never throws: a failed look is a failed look, and the next one is made.
 */
export const witnessRound = async (parts: WitnessParts): Promise<Outcome> => {
  let offered = ''
  try {
    offered = await parts.client.checkpoint()
    return await look(parts, offered)
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', code: error.code, why: error.message, offered }
    if (error instanceof LogUnreachable || error instanceof LogRefused)
      return { kind: 'unreachable', why: error.message }
    return { kind: 'failed', why: messageOf(error) }
  }
}
