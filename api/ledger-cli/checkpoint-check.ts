import { LedgerFault } from '../../events/audit/fault.ts'
import { parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { createFrontier } from '../../events/proof/frontier.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { readVerifierKey } from '../../events/proof/note-keys.ts'
import { parseNote, verifyNote } from '../../events/proof/signed-note.ts'
import { textOf } from './evidence-files.ts'
import { UsageError } from './failure.ts'

/** @throws {LedgerFault} when the signature is not that of the key */
export const readCheckpoint = async (file: string, key: string | null): Promise<Checkpoint> => {
  if (key === null) throw new UsageError('A checkpoint needs the key that signed it: --key <verifier key>')
  const note = parseNote(textOf(file))
  const verdict = await verifyNote(note, await readVerifierKey(key))
  if (!verdict.ok) throw new LedgerFault('not_the_checkpoint', verdict.why, null)
  return parseCheckpoint(note.text)
}

/** Compares the beginning of the log with a signed checkpoint while the log is read. */
export const checkpointCheck = (checkpoint: Checkpoint) => {
  const frontier = createFrontier(nodeSha256)
  const compare = () => {
    if (frontier.size() !== checkpoint.size || sameBytes(frontier.root(), checkpoint.root)) return
    throw new LedgerFault(
      'not_the_checkpoint',
      `The first ${checkpoint.size} events are not those that ${checkpoint.origin} signed: at least one of them was changed, added, removed or moved since`,
      null,
    )
  }
  return {
    append: (bytes: () => Uint8Array<ArrayBuffer>) => {
      if (frontier.size() >= checkpoint.size) return
      frontier.append(bytes())
      compare()
    },
    finish: () => {
      if (frontier.size() === 0) compare()
      if (frontier.size() < checkpoint.size)
        throw new LedgerFault(
          'not_the_checkpoint',
          `The log has ${frontier.size()} events, fewer than the ${checkpoint.size} that ${checkpoint.origin} signed`,
          null,
        )
    },
  }
}
