import * as z from 'zod/mini'
import { ById, Id, wholeCharacters } from './fields.ts'
import { anybody, defineOperations, member } from './operation.ts'

/** A SHA-256 hash in standard base64. */
const Hash = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/))

const TREE_SIZE = 'A size is the number of events of a log, such as 1500.'
/** A number of leaves, or a leaf's index; not an event's id, which others could derive to probe for an event. */
const Size = z.pipe(
  z.string(TREE_SIZE).check(z.regex(/^(0|[1-9]\d{0,14})$/, TREE_SIZE)),
  z.transform((text: string) => Number(text)),
)

/**
 * Public keys in the form of C2SP signed notes: `<name>+<key id>+<base64>`. Keys taken from the log itself prove
 * little: compare them with those a witness publishes, and store them.
 */
export const LogKeys = z.object({
  /** Signs the current checkpoints. */
  log: z.string(),
  /** Signed earlier checkpoints, newest first. */
  former: z.array(z.string()),
  witnesses: z.array(z.string()),
})
export type LogKeys = z.infer<typeof LogKeys>

/** Records that a receipt can be requested for, besides single events. */
export const ReceiptKind = z.enum(
  ['transfer', 'deposit', 'vote', 'bill'],
  'A receipt is of a transfer, deposit, vote or bill.',
)
export type ReceiptKind = z.infer<typeof ReceiptKind>

/** Maximum length of a note that a witness submits, in characters. */
const NOTE_CHARACTERS_MAX = 20_000

const text = { response: z.string(), mediaTypes: ['text/plain'] } as const
const receipt = { response: z.string(), mediaTypes: ['application/json'] } as const

export const proofOperations = defineOperations({
  getCheckpoint: anybody.get('/api/ledger/checkpoint', {
    summary: 'The newest checkpoint of the log with the signatures there are, as a C2SP signed note',
    ...text,
  }),
  getLogKeys: anybody.get('/api/ledger/keys', {
    summary: 'The public keys of the log and its witnesses',
    response: LogKeys,
  }),
  getConsistencyProof: anybody.get('/api/ledger/proof/consistency', {
    summary: 'That the log of `first` events is the beginning of that of `second` (RFC 9162, 2.1.4)',
    query: z.strictObject({ first: Size, second: Size }),
    response: z.object({ first: z.int(), second: z.int(), hashes: z.array(Hash) }),
  }),
  getInclusionProof: anybody.get('/api/ledger/proof/inclusion', {
    summary: 'That a leaf, by its index from 0, is in the log of `size` events (RFC 9162, 2.1.3)',
    query: z.strictObject({ index: Size, size: Size }),
    response: z.object({ index: z.int(), size: z.int(), leaf_hash: Hash, hashes: z.array(Hash) }),
  }),
  getLeafProof: anybody.get('/api/ledger/proof/leaves/{index}', {
    summary: 'That a leaf, by its index from 0, is in the log: a C2SP tlog-proof, without the event',
    params: z.strictObject({ index: Size }),
    ...text,
  }),
  submitCosignature: anybody.post('/api/ledger/witness', {
    summary: 'Takes a checkpoint back with the cosignature of a known witness',
    body: z.strictObject({
      note: z
        .string('Send the cosigned checkpoint as text.')
        .check(
          z.maxLength(NOTE_CHARACTERS_MAX, 'The note is too long.'),
          wholeCharacters('The note is no text.'),
        ),
    }),
    response: z.object({ size: z.int(), accepted: z.int() }),
  }),
  getReceipt: member.get('/api/receipts/{id}', {
    summary: 'The receipt of an event, by its id: event, proof and signed checkpoint; for its parties only',
    params: ById,
    ...receipt,
  }),
  getReceiptOf: member.get('/api/receipts/{kind}/{id}', {
    summary: "The member's own receipt of a transfer, deposit, vote or bill",
    params: z.strictObject({ kind: ReceiptKind, id: Id }),
    ...receipt,
  }),
})
