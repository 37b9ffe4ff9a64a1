import { createHash, type Hash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { toBase64 } from '../../events/proof/byte-text.ts'
import { parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import { parseNote } from '../../events/proof/signed-note.ts'
import { formatReceipt } from '../../events/proof/receipt.ts'
import { formatTlogProof } from '../../events/proof/tlog-proof.ts'
import type { Command, Context, Given } from './command.ts'
import { exportJournal } from './export.ts'
import { NotProven, UsageError } from './failure.ts'
import { jsonLine } from './printable.ts'
import { checkpointDir, readSealed, type SealedTree } from './sealed-tree.ts'
import { verifierPage } from './verifier-page.ts'
import { BUNDLE } from './verify-bundle.ts'

const README = `Evidence of a ledger

checkpoint.txt     the newest signed checkpoint: how many events, and the root of the Merkle tree over them
events.jsonl       these events, one a line in its canonical form; each line, without its newline, is a leaf
checkpoints.jsonl  every checkpoint that was kept while the log grew
consistency.jsonl  proofs that each of them is the beginning of the next
receipts/          receipts of single events
journal.hledger    the same events as journals for accounting software
journal.beancount
verifier.html      checks all this in a browser, without a network
keys.txt           public keys, as they were given when this was made: compare them with what a witness publishes
SHA256SUMS         hashes of the files: sha256sum -c SHA256SUMS

  npm run ledger -- verify <this folder> --key <public key of the log>

How to check it with standard tools alone is told in docs/auditors.md of the ledger's source.
`

/** Writes files below a folder and collects their hashes. */
const createWriter = (dir: string) => {
  const sums = new Map<string, string>()
  const open = (name: string) => {
    const full = path.join(dir, name)
    mkdirSync(path.dirname(full), { recursive: true })
    const descriptor = openSync(full, 'wx')
    const hash: Hash = createHash('sha256')
    return {
      write: (text: string): void => {
        writeSync(descriptor, text)
        hash.update(text)
      },
      end: (): void => {
        closeSync(descriptor)
        sums.set(name, hash.digest('hex'))
      },
    }
  }
  return {
    open,
    write: (name: string, text: string): void => {
      const file = open(name)
      file.write(text)
      file.end()
    },
    finish: (): number => {
      const lines = [...sums].map(([name, sum]) => `${sum}  ${name}\n`)
      open(BUNDLE.sums).write(lines.join(''))
      return sums.size + 1
    },
  }
}
type Writer = ReturnType<typeof createWriter>

const ArchivedLine = z.object({ at: z.string(), checkpoint: z.string() })

interface ArchivedCheckpoint extends Checkpoint {
  readonly line: string
}

/** All archived checkpoints up to the size of the bundle. */
const archivedCheckpoints = (context: Context, size: number): ArchivedCheckpoint[] => {
  const dir = checkpointDir(context)
  if (!existsSync(dir)) return []
  const months = readdirSync(dir).filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name))
  const kept: ArchivedCheckpoint[] = []
  for (const name of months.toSorted()) {
    for (const line of readFileSync(path.join(dir, name), 'utf8').split('\n')) {
      if (!line.endsWith('}')) continue // empty, or truncated by a crash
      const { checkpoint } = ArchivedLine.parse(JSON.parse(line))
      const read = parseCheckpoint(parseNote(checkpoint).text)
      if (read.size <= size) kept.push({ ...read, line })
    }
  }
  return kept
}

const writeHistory = (
  context: Context,
  writer: Writer,
  { tree, checkpoint }: SealedTree,
): { checkpoints: number; proofs: number } => {
  const kept = archivedCheckpoints(context, checkpoint.size)
  const lines = writer.open(BUNDLE.checkpoints)
  const proofs = writer.open(BUNDLE.consistency)
  let older: Checkpoint | null = null
  let written = 0
  for (const one of [...kept, checkpoint]) {
    if (!sameBytes(tree.root(one.size), one.root))
      throw new NotProven(
        `The checkpoint of ${one.size} events that was kept is of another history: the log was forked`,
      )
    if (older && older.size < one.size) {
      const hashes = tree.consistencyProof(older.size, one.size).map(toBase64)
      proofs.write(`${JSON.stringify({ first: older.size, second: one.size, hashes })}\n`)
      written += 1
    }
    if (older && older.size > one.size)
      throw new NotProven(`The kept checkpoints go back from ${older.size} to ${one.size} events`)
    if ('line' in one) lines.write(`${String(one.line)}\n`)
    older = one
  }
  lines.end()
  proofs.end()
  return { checkpoints: kept.length, proofs: written }
}

/** The journals up to the last event of the bundle. */
const writeJournals = async (context: Context, writer: Writer, last: bigint): Promise<void> => {
  if (!('run' in exportJournal)) throw new Error('The export needs a log')
  for (const [format, name] of [
    ['hledger', 'journal.hledger'],
    ['beancount', 'journal.beancount'],
  ] as const) {
    const file = writer.open(name)
    const options: Readonly<Record<string, string>> = { format, to: last.toString() }
    const given: Given = {
      positionals: [],
      text: (option) => options[option] ?? null,
      list: () => [],
      flag: () => false,
    }
    await exportJournal.run({ ...context, out: async (text) => file.write(text) }, given)
    file.end()
  }
}

export const bundle: Command = {
  name: 'bundle',
  usage:
    'bundle --out <folder> --key <public key>… [--event <id>]… [--checkpoint <file> | --key-file <file>]',
  summary: 'an evidence folder: events, checkpoints, proofs, receipts, journals, a verifier page',
  help: `Writes everything that somebody needs to check the ledger without us into a new folder, and stops at the first
thing that is wrong with the log or with a checkpoint that was kept. "verify <folder>" checks it again; so does
verifier.html in it, opened from the disk, and so do standard tools (docs/auditors.md).

  --out <folder>       must not exist
  --key <public key>   keys to note in the bundle: the log's and its witnesses'
  --event <id>         make a receipt of this event, as often as wanted
  --checkpoint <file>  the signed checkpoint to end with; default: the newest in CHECKPOINT_DIR
  --key-file <file>    sign the log as it is with this private key instead`,
  options: { out: 'text', key: 'list', event: 'list', checkpoint: 'text', 'key-file': 'text' },
  takes: 0,
  run: async (context, given) => {
    const dir = given.text('out')
    if (dir === null) throw new UsageError('Say where to write it: --out <folder>')
    if (existsSync(dir)) throw new UsageError(`${dir} exists already`)
    const keys = given.list('key')
    if (keys.length === 0)
      throw new UsageError('Say which keys the readers are to use: --key <public key of the log>')
    mkdirSync(dir, { recursive: true })
    const writer = createWriter(dir)
    const wanted = new Set(given.list('event').map((id) => id.toLowerCase()))
    const found: { readonly id: string; readonly index: number; readonly event: string }[] = []
    const events = writer.open(BUNDLE.events)
    let last = 0n
    const sealed = await readSealed(context, given, ({ id, position }, index, text) => {
      events.write(`${text}\n`)
      last = position
      if (wanted.delete(id)) found.push({ id, index, event: text })
    })
    events.end()
    const [missing] = wanted
    if (missing !== undefined) throw new UsageError(`The log has no event ${missing} before the checkpoint`)
    const { tree, note, checkpoint } = sealed
    writer.write(BUNDLE.checkpoint, note)
    const { checkpoints, proofs } = writeHistory(context, writer, sealed)
    for (const { id, index, event } of found) {
      const proof = formatTlogProof({ index, path: tree.inclusionProof(index), checkpoint: note })
      writer.write(`${BUNDLE.receipts}/${id}.json`, formatReceipt({ event, proof }))
    }
    await writeJournals(context, writer, last)
    writer.write('keys.txt', `${keys.join('\n')}\n`)
    writer.write('verifier.html', verifierPage(keys))
    writer.write('README.txt', README)
    const files = writer.finish()
    const made = {
      events: checkpoint.size,
      checkpoints,
      consistencyProofs: proofs,
      receipts: found.length,
      files,
    }
    await context.out(
      context.json
        ? jsonLine({ ok: true, folder: dir, ...made })
        : `${dir}: ${made.events} events, ${checkpoints} kept checkpoints, ${proofs} consistency proofs, ` +
            `${found.length} receipts, ${files} files.\n`,
    )
  },
}
