import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import type { Clock } from '../../events/ids.ts'
import { formatCheckpoint, parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import type { NoteSigner } from '../../events/proof/note-keys.ts'
import { formatNote, parseNote, signNote } from '../../events/proof/signed-note.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { rootOf, treeHead } from '../../projections/merkle/queries.ts'
import { scrubMerkle, stopMerkle } from '../../projections/merkle/scrub.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import type { CheckpointArchive } from './archive.ts'
import { newestCheckpoint, saveCheckpoint } from './checkpoints.ts'

/** An event is sealed within a second: this long at most after it is in the tree, which takes a few ms. */
const SEAL_EVERY_MS = 500
const SCRUB_EVERY_MS = 1_000
/** After the whole log was compared it is left alone for so long. */
const SCRUB_AGAIN_MS = 600_000

export interface SealerParts {
  readonly pool: Pool
  readonly store: EventStore
  readonly signer: NoteSigner
  readonly archive: CheckpointArchive
  readonly clock: Clock
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
  const kept = archive.newest()
  const archived = kept === null ? null : sealOf(kept)
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
    if (size !== last?.size) archive.append(note, at.toISOString())
    last = { size, root }
    await saveCheckpoint(pool, { size, root, note }, at)
  }
}

/** Compares the log with the tree, a part at a time, over and over. */
const createScrubbing = ({ pool, store, clock, scrubAgainMs = SCRUB_AGAIN_MS }: SealerParts) => {
  let next = 0
  let restsUntil = 0
  return async (): Promise<void> => {
    if (clock().getTime() < restsUntil) return
    const { next: reached, complete, fault } = await scrubMerkle({ pool, store }, next)
    if (fault !== null) {
      await stopMerkle(pool, fault)
      throw new SealedOtherwise(fault)
    }
    next = complete ? 0 : reached
    restsUntil = complete ? clock().getTime() + scrubAgainMs : 0
  }
}

/** Seals the log and watches over what was sealed. */
export const startSealer = (parts: SealerParts): Recurring => {
  const problems = new Map<string, string>()
  const watched = (name: string, work: () => Promise<void>) => async (): Promise<void> => {
    try {
      await work()
      problems.delete(name)
    } catch (error) {
      if (!(error instanceof SealedOtherwise)) throw error
      if (problems.get(name) !== error.message)
        parts.log.error(
          { process: name },
          `The log is not what was sealed: ${error.message}. Nothing is signed.`,
        )
      problems.set(name, error.message)
    }
  }
  const processes = [
    recurring({
      name: 'sealer',
      everyMs: SEAL_EVERY_MS,
      round: watched('sealer', createSealing(parts)),
      log: parts.log,
    }),
    recurring({
      name: 'scrubber',
      everyMs: SCRUB_EVERY_MS,
      round: watched('scrubber', createScrubbing(parts)),
      log: parts.log,
    }),
  ]
  return {
    name: 'sealer',
    health: () => {
      const [problem] = problems.values()
      if (problem !== undefined) return { ok: false, detail: `the log is not what was sealed: ${problem}` }
      return processes.map(({ health }) => health()).find(({ ok }) => !ok) ?? { ok: true }
    },
    stop: async () => {
      await Promise.all(processes.map(({ stop }) => stop()))
    },
  }
}
