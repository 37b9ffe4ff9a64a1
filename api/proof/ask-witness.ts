import {
  ADD_CHECKPOINT,
  formatAddCheckpoint,
  readSize,
  type AddCheckpoint,
} from '../../events/proof/add-checkpoint.ts'
import { parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { readVerifierKey, type NoteSigner } from '../../events/proof/note-keys.ts'
import { parseNote, verifyNote } from '../../events/proof/signed-note.ts'
import { causesOf } from '../../events/thrown.ts'
import { boundedText } from '../outgoing/bounded-body.ts'
import { originHash } from './origin-hash.ts'

/** A witness's answer to `add-checkpoint`. */
export type WitnessAnswer =
  /** Signature lines of a note. */
  | { readonly kind: 'signed'; readonly lines: string }
  /** It has signed a checkpoint of this size last. */
  | { readonly kind: 'other_size'; readonly size: number }
  | { readonly kind: 'refused'; readonly status: number; readonly why: string }
  /** It cannot be reached or is not ready. */
  | { readonly kind: 'unreachable'; readonly why: string }

export type AskWitness = (request: AddCheckpoint) => Promise<WitnessAnswer>

const TIMEOUT_MS = 10_000
/** 16 signatures are a few kilobytes, with post-quantum ones below 100. */
const ANSWER_BYTES_MAX = 150_000
const WHY_CHARACTERS_MAX = 200

/** A prefix of addresses, which may be given with its last slash or without. */
export const withoutSlash = (prefix: string): string => (prefix.endsWith('/') ? prefix.slice(0, -1) : prefix)

/** Asks the witness at this prefix, by https://c2sp.org/tlog-witness. Never throws. */
export const askWitnessAt =
  (prefix: string): AskWitness =>
  async (request) => {
    try {
      const response = await fetch(`${withoutSlash(prefix)}/${ADD_CHECKPOINT}`, {
        method: 'POST',
        body: formatAddCheckpoint(request),
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await boundedText(response.body, ANSWER_BYTES_MAX)
      const { status } = response
      if (response.ok) return { kind: 'signed', lines: text }
      const why = text.trim().slice(0, WHY_CHARACTERS_MAX)
      const size = status === 409 ? readSize(text.replace(/\n$/, '')) : null
      if (size !== null) return { kind: 'other_size', size }
      if (status >= 500 || status === 429) return { kind: 'unreachable', why: `${status} ${why}` }
      return { kind: 'refused', status, why }
    } catch (error) {
      return { kind: 'unreachable', why: causesOf(error) }
    }
  }

/** It is asked at a start, which does not wait longer for a witness that is away. */
const NEWEST_TIMEOUT_MS = 3_000

/** What a witness serves of this log, if this log's key has signed it: nobody else can make that up. */
const newestAt = async (prefix: string, signer: NoteSigner): Promise<Checkpoint | null> => {
  try {
    const response = await fetch(`${withoutSlash(prefix)}/${originHash(signer.name)}/checkpoint`, {
      redirect: 'error',
      signal: AbortSignal.timeout(NEWEST_TIMEOUT_MS),
    })
    if (!response.ok) return null
    const note = parseNote(await boundedText(response.body, ANSWER_BYTES_MAX))
    const { ok } = await verifyNote(note, await readVerifierKey(signer.verifierKey))
    const checkpoint = ok ? parseCheckpoint(note.text) : null
    return checkpoint?.origin === signer.name ? checkpoint : null
  } catch {
    return null
  }
}

/** The largest checkpoint of this log that a witness serves, null when none serves one. */
export const newestAtWitnesses = async (
  prefixes: readonly string[],
  signer: NoteSigner,
): Promise<Checkpoint | null> => {
  const served = await Promise.all(prefixes.map((prefix) => newestAt(prefix, signer)))
  return served.reduce((most, one) => (one && one.size > (most?.size ?? 0) ? one : most), null)
}
