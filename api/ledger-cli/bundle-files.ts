import { beancountJournal } from './journal-beancount.ts'
import { hledgerJournal } from './journal-hledger.ts'
import type { Journal } from './journal.ts'

/** File names in a bundle. */
export const BUNDLE = {
  checkpoint: 'checkpoint.txt',
  checkpoints: 'checkpoints.jsonl',
  consistency: 'consistency.jsonl',
  events: 'events.jsonl',
  hledger: 'journal.hledger',
  beancount: 'journal.beancount',
  keys: 'keys.txt',
  page: 'verifier.html',
  readme: 'README.txt',
  receipts: 'receipts',
  sums: 'SHA256SUMS',
} as const

/** The journals of a bundle by their file names. */
export const BUNDLE_JOURNALS: readonly (readonly [name: string, journal: () => Journal])[] = [
  [BUNDLE.hledger, hledgerJournal],
  [BUNDLE.beancount, beancountJournal],
]

/** What is in a bundle, for whoever opens it. */
export const BUNDLE_README = `Evidence of a ledger

checkpoint.txt     a signed checkpoint: how many events, the root of the Merkle tree over them, and who has signed it
events.jsonl       these events, one a line in its canonical form; each line, without its newline, is a leaf
checkpoints.jsonl  every checkpoint that was kept while the log grew
consistency.jsonl  proofs that each of them is the beginning of the next
receipts/          receipts of single events
journal.hledger    the same events as journals for accounting software
journal.beancount
verifier.html      checks receipts, the checkpoint and the events in a browser, without a network
keys.txt           public keys, as they were given when this was made: compare them with what a witness publishes
SHA256SUMS         hashes of the files: sha256sum -c SHA256SUMS

  npm run ledger -- verify <this folder> --key <public key of the log> --key <public key of a witness>

Without the key of a witness this shows only that the log's key signed it: whoever holds that key could have made it
all. Nothing signs SHA256SUMS, keys.txt and this text.

How to check it with standard tools alone is told in docs/auditors.md of the ledger's source.
`
