import type { BaseLogger } from 'pino'
import { formatCheckpoint, parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import type { NoteSigner } from '../../events/proof/note-keys.ts'
import { formatNote, parseNote, signNote } from '../../events/proof/signed-note.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { rootOf, treeHead } from '../../projections/merkle/queries.ts'
import { scrubMerkle, stopMerkle } from '../../projections/merkle/scrub.ts'
import { recurring, type Recurring, type RecurringOptions } from '../processes/recurring.ts'
import type { CheckpointArchive } from './archive.ts'
import { newestCheckpoint, saveCheckpoint } from './checkpoints.ts'
import type { Platform } from '../platform.ts'

/** Under load there is one seal a second, over all that came; an event that comes alone is sealed at once. */
const SEAL_EVERY_MS = 1_000
/** A turn of the comparison is followed by a pause this many times as long: 0.2 % of the time are its part. */
const SCRUB_REST = 499
const SCRUB_EVERY_MS = 50
/** A contradiction is looked at again after this time, in case somebody has mended it. */
const LOOK_AGAIN_MS = 1_000
/** After the whole log was compared it is left alone for so long. */
const SCRUB_AGAIN_MS = 600_000

interface SealerParts extends Pick<Platform, 'pool' | 'clock'> {
  readonly store: EventStore
  readonly signer: NoteSigner
  readonly archive: CheckpointArchive
  readonly log: Pick<BaseLogger, 'error'>
  /** Of tests: how long the comparison rests. Default ten minutes. */
  readonly scrubAgainMs?: number
}

/** Why nothing is sealed: what the log is now contradicts what it was. */
class SealedOtherwise extends Error {}

type Seal = Pick<Checkpoint, 'size' | 'root'>

const sealOf = (note: string): Seal => parseCheckpoint(parseNote(note).text)

/**
 * What was sealed last, by the archive and by the database. Where both have a checkpoint of the same size they have
 * to be the same; the larger one counts.
 */
const lastSeal = async ({ pool, archive }: SealerParts): Promise<Seal | null> => {
  const newest = archive.newest()
  const archived = newest === null ? null : sealOf(newest)
  const served = await newestCheckpoint(pool)
  if (!archived || !served) return archived ?? served
  if (archived.size === served.size && !sameBytes(archived.root, served.root))
    throw new SealedOtherwise(
      `two checkpoints of ${served.size} events differ, one here and one in the archive`,
    )
  return archived.size >= served.size ? archived : served
}

/** @throws {SealedOtherwise} when the log, as it is now, is not a continuation of what was sealed */
const assertContinues = async (parts: SealerParts, last: Seal, size: number, position: bigint) => {
  if (size < last.size) {
    // The tree may still be catching up, after a rebuild or a start on another machine.
    if (position < (await parts.store.head())) return false
    throw new SealedOtherwise(`the log has ${size} events; ${last.size} were sealed: it was rolled back`)
  }
  if (!sameBytes(await rootOf(parts.pool, last.size), last.root))
    throw new SealedOtherwise(`its first ${last.size} events are not those that were sealed: it was forked`)
  return true
}

/**
 * Signs a checkpoint whenever the tree has grown, and keeps it in the archive first and in the database then. Before
 * each it makes sure that the tree continues the last one, so that this key never vouches for two histories. What was
 * once found to contradict stays so until somebody has looked: health says it, and nothing is signed.
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
    await saveCheckpoint(pool, { size, root, note }, at)
  }
}

/**
 * Compares the log with the tree, a few events in a turn, over and over. Answers when the next turn is due, so that
 * it takes a small part of the time only.
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

/** Seals the log and watches over what was sealed. */
export const startSealer = (parts: SealerParts): readonly Recurring[] => {
  /** A contradiction is no failure that passes: it is looked at again, and said until it is gone. */
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
