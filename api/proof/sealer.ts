import type { BaseLogger } from 'pino'
import { formatCheckpoint, parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import type { NoteSigner } from '../../events/proof/note-keys.ts'
import { formatNote, parseNote, signNote } from '../../events/proof/signed-note.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { leavesFrom, rootOf, treeHead } from '../../projections/merkle/queries.ts'
import { scrubMerkle, stopMerkle } from '../../projections/merkle/scrub.ts'
import { recurring, type Recurring, type RecurringOptions } from '../processes/recurring.ts'
import type { CheckpointArchive } from './archive.ts'
import { endBefore } from './ended.ts'
import { newestCheckpoint, saveCheckpoint } from './checkpoints.ts'
import type { Platform } from '../platform.ts'

/** Under load one seal per second covers all new events; a single event is sealed at once. */
const SEAL_EVERY_MS = 1_000
/** A step of the comparison is followed by a pause this many times as long, so that it takes 0.2 % of the time. */
const SCRUB_REST = 499
const SCRUB_EVERY_MS = 50
/** A contradiction is checked again after this time, in case it has been repaired. */
const LOOK_AGAIN_MS = 1_000
/** Pause after the whole log was compared. */
const SCRUB_AGAIN_MS = 600_000

/** A tree that was signed. */
export type Seal = Pick<Checkpoint, 'size' | 'root'>

interface SealerParts extends Pick<Platform, 'pool' | 'clock'> {
  readonly store: EventStore
  readonly signer: NoteSigner
  readonly archive: CheckpointArchive
  /** The newest checkpoint that a witness has of this log, with this log's signature; null when none says so. */
  readonly witnessed: () => Promise<Seal | null>
  readonly log: Pick<BaseLogger, 'error'>
  /** Called when a checkpoint can be requested. */
  readonly onSealed: () => void
  /** For tests: pause after a whole comparison. Default ten minutes. */
  readonly scrubAgainMs?: number
}

/** Sealing stops: the log now contradicts what was sealed. */
class SealedOtherwise extends Error {}

const sealOf = (note: string): Seal => parseCheckpoint(parseNote(note).text)

/** The one with more events; two of the same size must be equal. */
const larger = (one: Seal | null, other: Seal | null, where: string): Seal | null => {
  if (!one || !other) return one ?? other
  if (one.size === other.size && !sameBytes(one.root, other.root))
    throw new SealedOtherwise(`two checkpoints of ${one.size} events differ, one here and one ${where}`)
  return one.size >= other.size ? one : other
}

/** The last checkpoint that is known of this log, to the archive, the database, or a witness. */
const lastSeal = async ({ pool, archive, signer, witnessed }: SealerParts): Promise<Seal | null> => {
  const newest = archive.newest()
  const served = await newestCheckpoint(pool)
  const ended = await endBefore(pool, signer)
  if (newest === null && served && !ended)
    throw new SealedOtherwise(
      `${served.size} events were sealed, and CHECKPOINT_DIR, where each checkpoint stands before it is in the database, is empty. Bring the folder back, or on a new machine copy that of another worker`,
    )
  const here = larger(newest === null ? null : sealOf(newest), served, 'in the archive')
  const known = larger(here, await witnessed(), 'at a witness')
  return known ?? (ended && ended.kept.size > 0 ? ended.kept : null)
}

/** False while the tree is behind the log. @throws {SealedOtherwise} when the log does not continue what was sealed */
const assertContinues = async (parts: SealerParts, last: Seal, size: number, position: bigint) => {
  if (size < last.size) {
    // The tree may still be catching up after a rebuild, or on a new machine.
    if (position < (await parts.store.head())) return false
    throw new SealedOtherwise(`the log has ${size} events; ${last.size} were sealed: it was rolled back`)
  }
  if (!sameBytes(await rootOf(parts.pool, last.size), last.root))
    throw new SealedOtherwise(`its first ${last.size} events are not those that were sealed: it was forked`)
  return true
}

/**
 * Signs a checkpoint whenever the tree has grown, and stores it first in the archive, then in the database. Before that
 * it verifies that the tree continues the last checkpoint, so that this key never signs two histories. After a
 * contradiction nothing is signed and health reports it, until it has been resolved.
 */
const createSealing = (parts: SealerParts) => {
  const { pool, signer, archive, clock } = parts
  let last: Seal | null | undefined
  return async (): Promise<void> => {
    last ??= await lastSeal(parts)
    const { size, position, fault } = await treeHead(pool)
    if (fault !== null) throw new SealedOtherwise(fault)
    if (last && !(await assertContinues(parts, last, size, position))) return
    const served = await newestCheckpoint(pool)
    if (size === 0 || served?.size === size) return
    const root = await rootOf(pool, size)
    const text = formatCheckpoint({ origin: signer.name, size, root, extensions: [] })
    const note = formatNote(await signNote(text, signer))
    const at = clock()
    if (size !== last?.size) await archive.append(note, at.toISOString())
    last = { size, root }
    const [leaf] = await leavesFrom(pool, size - 1, 1)
    await saveCheckpoint(pool, { size, root, note }, at, leaf && { ...leaf, leaf: leaf.hash })
    parts.onSealed()
  }
}

/**
 * Compares the log with the tree, a few events per step, over and over. Returns the ms until the next step, so that it
 * takes only a small part of the time.
 */
const createScrubbing = ({ pool, store, clock, scrubAgainMs = SCRUB_AGAIN_MS }: SealerParts) => {
  let next = 0
  let restsUntil = 0
  return async (): Promise<number> => {
    const restMs = restsUntil - clock().getTime()
    if (restMs > 0) return restMs
    const startedAt = performance.now()
    const { next: reached, complete, fault } = await scrubMerkle({ pool, store }, next)
    if (fault !== null) {
      await stopMerkle(pool, fault)
      throw new SealedOtherwise(fault)
    }
    next = complete ? 0 : reached
    if (!complete) return (performance.now() - startedAt) * SCRUB_REST
    restsUntil = clock().getTime() + scrubAgainMs
    return scrubAgainMs
  }
}

/** Seals the log and checks that it continues to match what was sealed. */
export const startSealer = (parts: SealerParts): readonly Recurring[] => {
  /** A contradiction is not a transient failure: it is checked again, and reported until it is gone. */
  const watched = (options: Pick<RecurringOptions, 'name' | 'everyMs' | 'wokenBy' | 'round'>): Recurring => {
    let problem: string | null = null
    const process = recurring({
      ...options,
      log: parts.log,
      round: async () => {
        try {
          const againMs = await options.round()
          problem = null
          return againMs
        } catch (error) {
          if (!(error instanceof SealedOtherwise)) throw error
          if (problem !== error.message)
            parts.log.error(
              { process: options.name },
              `The log is not what was sealed: ${error.message}. Nothing is signed.`,
            )
          problem = error.message
          return LOOK_AGAIN_MS
        }
      },
    })
    return {
      ...process,
      health: () =>
        problem === null
          ? process.health()
          : { ok: false, detail: `the log is not what was sealed: ${problem}` },
    }
  }
  return [
    watched({ name: 'sealer', everyMs: SEAL_EVERY_MS, wokenBy: ['merkle'], round: createSealing(parts) }),
    watched({ name: 'scrubber', everyMs: SCRUB_EVERY_MS, wokenBy: [], round: createScrubbing(parts) }),
  ]
}
