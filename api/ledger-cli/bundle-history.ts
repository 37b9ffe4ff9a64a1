import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { toBase64 } from '../../events/proof/byte-text.ts'
import { parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import { parseNote } from '../../events/proof/signed-note.ts'
import type { KnownKeys } from '../../events/proof/witnessed.ts'
import { BUNDLE } from './bundle-files.ts'
import type { BundleWriter } from './bundle-writer.ts'
import type { Context } from './command.ts'
import { withCosignatures } from './cosignatures.ts'
import { NotProven } from './failure.ts'
import { checkpointDir, type SealedTree } from './sealed-tree.ts'
import { parseKeptLine, readKept } from './signed-checkpoint.ts'

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
      const { checkpoint } = parseKeptLine(line)
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
  const { at, checkpoint } = parseKeptLine(line)
  return JSON.stringify({ at, checkpoint: checkpoint + cosigned })
}

/**
 * Writes the checkpoints that were kept, and the proofs between them.
 * @throws {NotProven} when one is of another history, or these keys have not signed it: "verify" would refuse it too
 */
export const writeHistory = async (
  context: Context,
  writer: BundleWriter,
  { tree, checkpoint }: SealedTree,
  keys: KnownKeys,
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
        for (const { size, line } of some) {
          const whole = withLines(line, cosigned.get(size))
          await readKept(parseKeptLine(whole).checkpoint, `The kept checkpoint of ${size} events`, keys)
          lines.write(`${whole}\n`)
        }
      }
    })
  lines.end()
  return { checkpoints: kept.length, proofs: written }
}
