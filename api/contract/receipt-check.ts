/**
 * How a receipt is checked: the same pure code on the server, in the browser and in the auditor's tools. Shared with
 * the browser from here, since it imports nothing of events/ itself.
 */
export { webSha256 } from '../../events/proof/hashing.ts'
export { fingerprintOf, readVerifierKey, type NoteVerifier } from '../../events/proof/note-keys.ts'
export {
  verifyReceipt,
  type Check,
  type CheckName,
  type KnownKeys,
  type ReceiptVerdict,
} from '../../events/proof/verify-receipt.ts'
export { RECEIPT_CHARACTERS_MAX, type ReceiptEvent } from '../../events/proof/receipt.ts'
