import { createHash, type Hash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { toBase64 } from '../../events/proof/byte-text.ts'
import { parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import { isDemanding } from '../../events/proof/quorum.ts'
import { parseNote } from '../../events/proof/signed-note.ts'
import { formatReceipt } from '../../events/proof/receipt.ts'
import { formatTlogProof } from '../../events/proof/tlog-proof.ts'
import { checkWitnesses, type KnownKeys } from '../../events/proof/witnessed.ts'
import type { Command, Context } from './command.ts'
import { writeJournal } from './export.ts'
import { withCosignatures } from './cosignatures.ts'
import { NotProven, Unanswered, UsageError } from './failure.ts'
import { KEY_HELP, KEY_OPTIONS, readKeys, type GivenKeys } from './given-keys.ts'
import { jsonLine } from './printable.ts'
import {
  checkpointDir,
  findSeals,
  readSealed,
  type Seal,
  type SealedTree,
  type Seals,
} from './sealed-tree.ts'
import { verifierPage } from './verifier-page.ts'
import { BUNDLE, BUNDLE_JOURNALS, BUNDLE_README } from './bundle-files.ts'
import { readUpTo } from './moment.ts'

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

/** Checkpoints whose cosignatures are asked for at a time. */
const CHECKPOINTS_AT_A_TIME = 5_000

/** The line of an archived checkpoint, with the signatures of witnesses that are known. */
const withLines = (line: string, cosigned: string | undefined): string => {
  if (cosigned === undefined) return line
  const { at, checkpoint } = ArchivedLine.parse(JSON.parse(line))
  return JSON.stringify({ at, checkpoint: checkpoint + cosigned })
}

const writeHistory = async (
  context: Context,
  writer: Writer,
  { tree, checkpoint }: SealedTree,
): Promise<{ checkpoints: number; proofs: number }> => {
  const kept = archivedCheckpoints(context, checkpoint.size)
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
    older = one
  }
  proofs.end()
  const lines = writer.open(BUNDLE.checkpoints)
  if (kept.length > 0)
    await withCosignatures(context.databaseUrl, async ({ linesOf }) => {
      for (let at = 0; at < kept.length; at += CHECKPOINTS_AT_A_TIME) {
        const some = kept.slice(at, at + CHECKPOINTS_AT_A_TIME)
        const cosigned = await linesOf(some.map(({ size }) => size))
        lines.write(some.map(({ size, line }) => `${withLines(line, cosigned.get(size))}\n`).join(''))
      }
    })
  lines.end()
  return { checkpoints: kept.length, proofs: written }
}

const witnessed = async ({ note }: Seal, keys: KnownKeys): Promise<boolean> =>
  (await checkWitnesses(parseNote(note), keys)).state !== 'failed'

/**
 * The checkpoint that the bundle ends with: the newest that has the needed signatures, or that any witness has signed if
 * none is needed. Null: the log is signed as it is.
 */
const chosenSeal = async ({ newest, cosigned }: Seals, keys: GivenKeys): Promise<Seal | null> => {
  if (!isDemanding(keys.quorum)) return cosigned[0] ?? newest
  for (const seal of cosigned) if (await witnessed(seal, keys)) return seal
  if (newest && (await witnessed(newest, keys))) return newest
  throw new Unanswered(
    'No checkpoint has the signatures of witnesses that are needed: let them sign first, or say with --require-witness 0 that none is needed',
  )
}

/** The journals up to the last event of the bundle. */
const writeJournals = async (context: Context, writer: Writer, last: bigint): Promise<void> => {
  const to = { kind: 'position', position: last } as const
  for (const [name, journal] of BUNDLE_JOURNALS) {
    const file = writer.open(name)
    await writeJournal(journal(), readUpTo(context.store, to), {
      ...context,
      first: null,
      out: async (text) => file.write(text),
    })
    file.end()
  }
}

export const bundle: Command = {
  name: 'bundle',
  usage:
    'bundle --out <folder> --key <public key>… [--require-witness <n>] [--event <id>]… [--checkpoint <file> | --key-file <file>]',
  summary: 'an evidence folder: events, checkpoints, proofs, receipts, journals, a verifier page',
  help: `Writes everything that somebody needs to check the ledger without us into a new folder, and stops at the first
thing that is wrong with the log or with a checkpoint that was kept. "verify <folder>" checks it again; so does
verifier.html in it, opened from the disk, and so do standard tools (docs/auditors.md).

  --out <folder>       must not exist
${KEY_HELP}
                         (these keys are noted in the bundle)
  --event <id>           make a receipt of this event, as often as wanted
  --checkpoint <file>    the signed checkpoint to end with; default: the newest that has the needed signatures, or that
                         a witness has signed, else the newest in CHECKPOINT_DIR
  --key-file <file>      sign the log as it is with this private key instead`,
  options: { out: 'text', event: 'list', checkpoint: 'text', 'key-file': 'text', ...KEY_OPTIONS },
  takes: 0,
  run: async (context, given) => {
    const dir = given.text('out')
    if (dir === null) throw new UsageError('Say where to write it: --out <folder>')
    if (existsSync(dir)) throw new UsageError(`${dir} exists already`)
    const keys = await readKeys(given)
    const seals = await findSeals(context, given)
    const seal = await chosenSeal(seals, keys)
    mkdirSync(dir, { recursive: true })
    const writer = createWriter(dir)
    const wanted = new Set(given.list('event').map((id) => id.toLowerCase()))
    const found: { readonly id: string; readonly index: number; readonly event: string }[] = []
    const events = writer.open(BUNDLE.events)
    let last = 0n
    const ends = { seal, signer: seals.signer }
    const sealed = await readSealed(context, ends, ({ id, position }, index, text) => {
      events.write(`${text}\n`)
      last = position
      if (wanted.delete(id)) found.push({ id, index, event: text })
    })
    events.end()
    const [missing] = wanted
    if (missing !== undefined) throw new UsageError(`The log has no event ${missing} before the checkpoint`)
    const { tree, note, checkpoint } = sealed
    writer.write(BUNDLE.checkpoint, note)
    const { checkpoints, proofs } = await writeHistory(context, writer, sealed)
    for (const { id, index, event } of found) {
      const proof = formatTlogProof({ index, path: tree.inclusionProof(index), checkpoint: note })
      writer.write(`${BUNDLE.receipts}/${id}.json`, formatReceipt({ event, proof }))
    }
    await writeJournals(context, writer, last)
    writer.write(BUNDLE.keys, `${keys.texts.join('\n')}\n`)
    writer.write(BUNDLE.page, verifierPage(keys.texts))
    writer.write(BUNDLE.readme, BUNDLE_README)
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
