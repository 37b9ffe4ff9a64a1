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
  policy: 'policy.txt',
  readme: 'README.txt',
  receipts: 'receipts',
  sums: 'SHA256SUMS',
} as const

/** Those that every bundle has; receipts and a policy only where they were asked for. */
export const BUNDLE_ALWAYS: readonly string[] = Object.values(BUNDLE).filter(
  (name) => name !== BUNDLE.receipts && name !== BUNDLE.policy,
)

/** The journals of a bundle by their file names. */
export const BUNDLE_JOURNALS: readonly (readonly [name: string, journal: () => Journal])[] = [
  [BUNDLE.hledger, hledgerJournal],
  [BUNDLE.beancount, beancountJournal],
]

const KEYS_FILE = `keys.txt           public keys, as they were given when this was made: compare them with what a witness publishes
`
const POLICY_FILE = `policy.txt         whose signatures were needed when this was made (C2SP tlog-policy): compare its keys with what a
                   witness publishes
`

/** What is in a bundle, for those who open it. */
export const bundleReadme = ({ hasPolicy }: { readonly hasPolicy: boolean }): string => `Evidence of a ledger

checkpoint.txt     a signed checkpoint: how many events, the root of the Merkle tree over them, and who has signed it
events.jsonl       these events, one a line in its canonical form; each line, without its newline, is a leaf
checkpoints.jsonl  the checkpoints that were kept while the log grew; nothing shows whether some were left out
consistency.jsonl  proofs that each of them is the beginning of the next
receipts/          receipts of single events
journal.hledger    the same events as journals for accounting software
journal.beancount
verifier.html      checks receipts, the checkpoint and the events in a browser, without a network
${KEYS_FILE}${hasPolicy ? POLICY_FILE : ''}SHA256SUMS         hashes of the files: sha256sum -c SHA256SUMS

  npm run ledger -- verify <this folder> ${
    hasPolicy
      ? '--policy <this folder>/policy.txt'
      : '--key <public key of the log> --key <public key of a witness>'
  }

Without the key of a witness this shows only that the log's key signed it: whoever holds that key could have made it
all. Nothing signs SHA256SUMS, keys.txt${hasPolicy ? ', policy.txt' : ''} and this text. If the log has changed its key, give its former keys too.

How to check it with standard tools alone is told in docs/auditors.md of the ledger's source.
`
