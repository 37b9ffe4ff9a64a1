import { existsSync } from 'node:fs'
import path from 'node:path'
import { createAudit } from '../../events/audit/audit.ts'
import { canonicalEvent } from '../../events/proof/canonical-event.ts'
import { toUtf8 } from '../../events/proof/byte-text.ts'
import { formatCheckpoint, parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import { createMerkleTree, type MerkleTree } from '../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { readSignerKey, type NoteSigner } from '../../events/proof/note-keys.ts'
import { formatNote, parseNote, signNote } from '../../events/proof/signed-note.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { messageOf } from '../../events/thrown.ts'
import { readGiven } from '../config/given-file.ts'
import { VARIABLES } from '../config/variables.ts'
import { openArchive } from '../proof/archive.ts'
import type { Context, Given } from './command.ts'
import { withCosignatures } from './cosignatures.ts'
import { textOf } from './evidence-files.ts'
import { NotProven, Unanswered, UsageError } from './failure.ts'
import { readUpTo } from './moment.ts'

/** Folder of the checkpoints that the server of this environment has archived. */
export const checkpointDir = ({ env }: Pick<Context, 'env'>): string =>
  env['CHECKPOINT_DIR']?.trim() ||
  path.join(env['DATA_DIR']?.trim() || VARIABLES.DATA_DIR.development || '.data', 'checkpoints')

/** A signed checkpoint to prove against. */
export interface Seal {
  /** A C2SP signed note. */
  readonly note: string
  readonly checkpoint: Checkpoint
}

/** The log up to a checkpoint, hashed again from the events. */
export interface SealedTree extends Seal {
  readonly tree: MerkleTree
}

const sealOf = (note: string): Seal => {
  try {
    return { note, checkpoint: parseCheckpoint(parseNote(note).text) }
  } catch (error) {
    throw new UsageError(`This is not a signed checkpoint: ${messageOf(error)}`)
  }
}

/** The checkpoints that proofs may be made against. */
export interface Seals {
  /** The newest of all; null: `signer` signs the log as it is. */
  readonly newest: Seal | null
  /** Those that witnesses have signed, the largest first; none where the checkpoint or the key was given. */
  readonly cosigned: readonly Seal[]
  readonly signer: NoteSigner | null
}

/**
 * A given checkpoint or key, else the newest checkpoint in the server's archive, and those in its database that
 * witnesses have signed.
 */
export const findSeals = async (
  context: Pick<Context, 'env' | 'databaseUrl'>,
  given: Given,
): Promise<Seals> => {
  const [file, keyFile] = [given.text('checkpoint'), given.text('key-file')]
  if (keyFile !== null && file !== null) throw new UsageError('Give either a checkpoint or a key to sign one')
  if (keyFile !== null)
    return {
      newest: null,
      cosigned: [],
      signer: await readSignerKey(readGiven(keyFile).trim()),
    }
  if (file !== null) return { newest: sealOf(textOf(file)), cosigned: [], signer: null }
  const dir = checkpointDir(context)
  const archived = existsSync(dir) ? openArchive(dir).newest() : null
  if (archived === null)
    throw new Unanswered(
      `No signed checkpoint is kept in ${dir}: give one with --checkpoint, or a key to sign one with --key-file`,
    )
  const newest = sealOf(archived)
  const notes = await withCosignatures(context.databaseUrl, ({ notes: stored }) => stored())
  const cosigned = notes.map(sealOf).filter(({ checkpoint }) => checkpoint.size <= newest.checkpoint.size)
  const same = cosigned.find(({ checkpoint }) => checkpoint.size === newest.checkpoint.size)
  return { newest: same ?? newest, cosigned, signer: null }
}

/** @throws {NotProven} when the beginning of the log is not what was signed */
export const assertSealed = (tree: MerkleTree, { size, root }: Checkpoint): void => {
  if (tree.size() < size)
    throw new NotProven(`The checkpoint speaks of ${size} events and the log has ${tree.size()}`)
  if (!sameBytes(tree.root(size), root))
    throw new NotProven(`The first ${size} events of the log are not those that were signed`)
}

/**
 * Reads the log up to a checkpoint and verifies that it is the log that was signed; without one, signs the current log.
 * Calls `onEvent` for every event with its canonical text, which is its leaf.
 * @throws {NotProven} when the log is not the one of the checkpoint
 */
export const readSealed = async (
  { store, dense, progress }: Pick<Context, 'store' | 'dense' | 'progress'>,
  { seal, signer }: { readonly seal: Seal | null; readonly signer: NoteSigner | null },
  onEvent: (event: RecordedEvent, index: number, text: string) => Promise<void> | void,
): Promise<SealedTree> => {
  const audit = createAudit({ dense })
  const tree = createMerkleTree(nodeSha256)
  for await (const { recorded } of readUpTo(store, null)) {
    if (tree.size() === seal?.checkpoint.size) break
    audit.check(recorded)
    const text = canonicalEvent(recorded)
    await onEvent(recorded, tree.append(toUtf8(text)), text)
    progress(tree.size())
  }
  if (seal) {
    assertSealed(tree, seal.checkpoint)
    return { tree, ...seal }
  }
  if (!signer) throw new Error('Neither a checkpoint nor a key')
  const checkpoint = { origin: signer.name, size: tree.size(), root: tree.root(), extensions: [] }
  return { tree, note: formatNote(await signNote(formatCheckpoint(checkpoint), signer)), checkpoint }
}
