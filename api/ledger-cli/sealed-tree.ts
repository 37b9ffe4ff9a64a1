import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createAudit } from '../../events/audit/audit.ts'
import { canonicalEvent } from '../../events/proof/canonical-event.ts'
import { toUtf8 } from '../../events/proof/byte-text.ts'
import { formatCheckpoint, parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import { createMerkleTree, type MerkleTree } from '../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { readSignerKey } from '../../events/proof/note-keys.ts'
import { formatNote, parseNote, signNote } from '../../events/proof/signed-note.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { messageOf } from '../../events/thrown.ts'
import { VARIABLES } from '../config-variables.ts'
import { openArchive } from '../proof/archive.ts'
import type { Context, Given } from './command.ts'
import { NotProven, Unanswered, UsageError } from './failure.ts'
import { readUpTo } from './moment.ts'

/** The log up to a checkpoint, hashed again from the events. */
export interface SealedTree {
  readonly tree: MerkleTree
  /** A C2SP signed note. */
  readonly note: string
  readonly checkpoint: Checkpoint
}

/** Folder of the checkpoints that the server of this environment has archived. */
export const checkpointDir = ({ env }: Pick<Context, 'env'>): string =>
  env['CHECKPOINT_DIR']?.trim() ||
  path.join(env['DATA_DIR']?.trim() || VARIABLES.DATA_DIR.development || '.data', 'checkpoints')

/** The signed checkpoint to prove against: from a file, else the newest in the server's archive. */
const givenNote = (context: Pick<Context, 'env'>, given: Given): string => {
  const file = given.text('checkpoint')
  if (file !== null) return readFileSync(file, 'utf8')
  const dir = checkpointDir(context)
  const kept = existsSync(dir) ? openArchive(dir).newest() : null
  if (kept !== null) return kept
  throw new Unanswered(
    `No signed checkpoint is kept in ${dir}: give one with --checkpoint, or a key to sign one with --key-file`,
  )
}

const readNote = (note: string): Checkpoint => {
  try {
    return parseCheckpoint(parseNote(note).text)
  } catch (error) {
    const why = messageOf(error)
    throw new UsageError(`This is not a signed checkpoint: ${why}`)
  }
}

/**
 * Reads the log up to a checkpoint and verifies that it is the log that was signed; with `--key-file` signs the current
 * log. Calls `onEvent` for every event with its canonical text, which is its leaf.
 * @throws {NotProven} when the log is not the one of the checkpoint
 */
export const readSealed = async (
  context: Pick<Context, 'store' | 'dense' | 'progress' | 'env'>,
  given: Given,
  onEvent: (event: RecordedEvent, index: number, text: string) => Promise<void> | void,
): Promise<SealedTree> => {
  const { store, dense, progress } = context
  const keyFile = given.text('key-file')
  if (keyFile !== null && given.text('checkpoint') !== null)
    throw new UsageError('Give either a checkpoint or a key to sign one')
  const signer = keyFile === null ? null : await readSignerKey(readFileSync(keyFile, 'utf8').trim())
  const note = signer ? null : givenNote(context, given)
  const wanted = note === null ? null : readNote(note)
  const audit = createAudit({ dense })
  const tree = createMerkleTree(nodeSha256)
  for await (const { recorded } of readUpTo(store, null)) {
    if (tree.size() === wanted?.size) break
    audit.check(recorded)
    const text = canonicalEvent(recorded)
    await onEvent(recorded, tree.append(toUtf8(text)), text)
    progress(tree.size())
  }
  if (note !== null && wanted) {
    if (tree.size() < wanted.size)
      throw new NotProven(`The checkpoint speaks of ${wanted.size} events and the log has ${tree.size()}`)
    if (!sameBytes(tree.root(), wanted.root))
      throw new NotProven(`The first ${wanted.size} events of the log are not those that were signed`)
    return { tree, note, checkpoint: wanted }
  }
  if (!signer) throw new Error('Neither a checkpoint nor a key')
  const checkpoint = { origin: signer.name, size: tree.size(), root: tree.root(), extensions: [] }
  return { tree, note: formatNote(await signNote(formatCheckpoint(checkpoint), signer)), checkpoint }
}
