/**
 * Verification of receipts: the same pure code on the server, in the browser and in the auditor's tools. Exported again
 * from the contract, because web/ must not import events/.
 */
export { webSha256 } from '../../events/proof/hashing.ts'
export { fingerprintOf, readVerifierKey, type NoteVerifier } from '../../events/proof/note-keys.ts'
export {
  verifyReceipt,
  type Check,
  type CheckName,
  type ReceiptVerdict,
} from '../../events/proof/verify-receipt.ts'
export type { KnownKeys } from '../../events/proof/witnessed.ts'
export { allOf, NO_QUORUM, someOf, witnessesIn, type Quorum } from '../../events/proof/quorum.ts'
export { readText } from '../../events/proof/text-lines.ts'
export { looksLikePolicy, parsePolicy } from '../../events/proof/witness-policy.ts'
export { RECEIPT_CHARACTERS_MAX, type ReceiptEvent } from '../../events/proof/receipt.ts'
