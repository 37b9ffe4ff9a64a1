import { useCallback } from 'react'
import {
  readVerifierKey,
  verifyReceipt,
  webSha256,
  type NoteVerifier,
  type ReceiptVerdict,
} from '../../../api/contract/receipt-check.ts'
import { useAsked } from '../../data/asked.ts'
import type { TrustedKeys } from '../../data/log-keys.ts'

/** What came of holding a receipt against the keys that are trusted. */
export type Checked =
  | { readonly kind: 'done'; readonly verdict: ReceiptVerdict }
  /** This browser knows no Ed25519, or the page is not served securely. */
  | { readonly kind: 'unsupported' }

/** Ed25519 came to browsers in 2024 and 2025. */
const canCheck = async (): Promise<boolean> => {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
    return true
  } catch {
    return false
  }
}

const readAll = (keys: readonly string[]): Promise<NoteVerifier[]> => Promise.all(keys.map(readVerifierKey))

/** Checks a receipt in this browser, by WebCrypto, without asking anybody. */
const checkReceipt = async (
  text: string,
  { logs, witnesses }: Pick<TrustedKeys, 'logs' | 'witnesses'>,
): Promise<Checked> => {
  if (!(await canCheck())) return { kind: 'unsupported' }
  const known = { logs: await readAll(logs), witnesses: await readAll(witnesses) }
  return { kind: 'done', verdict: await verifyReceipt(text, known, webSha256) }
}

/** What checking a receipt against the keys that are trusted says: anew with other keys; null while it is not known. */
export const useChecked = (text: string | null, keys: TrustedKeys | null): Checked | null =>
  useAsked(
    useCallback(async () => (text === null || keys === null ? null : checkReceipt(text, keys)), [text, keys]),
  ).value

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a file as it is, byte for byte; null when it is no text. */
export const readText = async (file: Blob): Promise<string | null> => {
  try {
    return utf8.decode(await file.arrayBuffer())
  } catch {
    return null
  }
}
