import {
  ADD_CHECKPOINT,
  formatAddCheckpoint,
  readSize,
  type AddCheckpoint,
} from '../../events/proof/add-checkpoint.ts'
import { messageOf } from '../../events/thrown.ts'
import { boundedText } from '../bounded-body.ts'

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
      return { kind: 'unreachable', why: messageOf(error) }
    }
  }
