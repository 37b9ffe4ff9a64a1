import { useCallback } from 'react'
import {
  parsePolicy,
  readText,
  readVerifierKey,
  someOf,
  verifyReceipt,
  webSha256,
  witnessesIn,
  type NoteVerifier,
  type ReceiptVerdict,
} from '../../../api/contract/receipt-check.ts'
import { useAsync } from '../../data/use-async.ts'
import type { TrustedKeys } from '../../data/log-keys.ts'

/** Result of verifying a receipt against the trusted keys. */
export type Checked =
  | { readonly kind: 'done'; readonly verdict: ReceiptVerdict }
  /** The browser does not support Ed25519, or the page is not in a secure context. */
  | { readonly kind: 'unsupported' }

/** Browsers support Ed25519 only since 2024 and 2025. */
const canCheck = async (): Promise<boolean> => {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
    return true
  } catch {
    return false
  }
}

const readAll = (keys: readonly string[]): Promise<NoteVerifier[]> => Promise.all(keys.map(readVerifierKey))

/**
 * Verifies a receipt in this browser with WebCrypto, without any request. Every witness that is known must have signed,
 * unless the reader says otherwise.
 */
export const checkReceipt = async (
  text: string,
  { policy, required, ...keys }: TrustedKeys,
): Promise<Checked> => {
  if (!(await canCheck())) return { kind: 'unsupported' }
  const [logs, witnesses] = [await readAll(keys.logs), await readAll(keys.witnesses)]
  const byPolicy = policy !== undefined && required === undefined
  const needs = required ?? witnessesIn(witnesses).length
  const quorum = byPolicy ? (await parsePolicy(policy)).quorum : someOf(needs, witnesses)
  return { kind: 'done', verdict: await verifyReceipt(text, { logs, witnesses, quorum }, webSha256) }
}

/** Whether nothing is wrong with a receipt but that a witness who must have signed has not. */
export const isWitnessMissing = ({ checks, witnesses }: ReceiptVerdict): boolean =>
  witnesses.missing.length > 0 &&
  checks.every(({ name, state }) => (state === 'failed') === (name === 'witness'))

/** Verifies a receipt against the trusted keys, again whenever they change; null until the result is there. */
export const useChecked = (text: string | null, keys: TrustedKeys | null): Checked | null =>
  useAsync(
    useCallback(async () => (text === null || keys === null ? null : checkReceipt(text, keys)), [text, keys]),
  ).value

/** Reads a file as the command and the offline page do; null when it is not valid UTF-8. */
export const readFile = async (file: Blob): Promise<string | null> => {
  try {
    return readText(new Uint8Array(await file.arrayBuffer()))
  } catch {
    return null
  }
}
