import type { Pool } from 'pg'
import { DAY_MS } from '../../events/calendar.ts'
import type { Bytes } from '../../events/proof/hashing.ts'
import { isMet } from '../../events/proof/quorum.ts'
import { parseNote } from '../../events/proof/signed-note.ts'
import { isBy } from '../../events/proof/witnessed.ts'
import { rowsChanged } from '../database/database.ts'
import type { LogWitnesses } from './witnesses.ts'

/** A signed checkpoint as it is served. */
export interface SealedCheckpoint {
  /** Events in the log. */
  readonly size: number
  readonly root: Bytes
  /** A C2SP signed note with the signature of the log and those of witnesses. */
  readonly note: string
}

/** A checkpoint's last event, as the log held it when it was sealed. */
export interface LastEvent {
  /** Ledger position of the event before it, 0n before the first. */
  readonly after: bigint
  readonly position: bigint
  /** Its hash as a leaf. */
  readonly leaf: Bytes
}

/** … and when that was. */
export interface SealedEvent extends LastEvent {
  readonly at: Date
}

interface Row {
  size: bigint
  root: Buffer
  note: string
  lines: string | null
}

const sealedFrom = ({ size, root, note, lines }: Row): SealedCheckpoint => ({
  size: Number(size),
  root: Uint8Array.from(root),
  note: note + (lines ?? ''),
})

const COLUMNS = `size, root, note,
  (select string_agg(line, '' order by witness) from app.log_cosignature as cosigned
   where cosigned.size = log_checkpoint.size) as lines`

/** The newest checkpoint; null while nothing is sealed. */
export const newestCheckpoint = async (pool: Pool): Promise<SealedCheckpoint | null> => {
  const { rows } = await pool.query<Row>({
    name: 'app_checkpoint_newest',
    text: `select ${COLUMNS} from app.log_checkpoint order by size desc limit 1`,
  })
  return rows[0] ? sealedFrom(rows[0]) : null
}

/** For how long the log has had events that no checkpoint covers, s, at most: since the last one was signed. */
export const unsealedSeconds = async (pool: Pool, size: number, now: Date): Promise<number> => {
  const { rows } = await pool.query<{ size: bigint; signed_at: Date }>({
    name: 'app_checkpoint_signed',
    text: 'select size, signed_at from app.log_checkpoint order by size desc limit 1',
  })
  const [newest] = rows
  return newest === undefined || newest.size >= BigInt(size)
    ? 0
    : Math.max(0, now.getTime() - newest.signed_at.getTime()) / 1_000
}

export const checkpointOf = async (pool: Pool, size: number): Promise<SealedCheckpoint | null> => {
  const { rows } = await pool.query<Row>({
    name: 'app_checkpoint_of',
    text: `select ${COLUMNS} from app.log_checkpoint where size = $1`,
    values: [size],
  })
  return rows[0] ? sealedFrom(rows[0]) : null
}

/** How far back a checkpoint with enough signatures is looked for. */
const COSIGNED_MAX = 20

/**
 * The best checkpoint over leaf `index`: the newest that enough witnesses have signed, else that any has, else the
 * newest; null when none covers it yet.
 */
export const checkpointOver = async (
  pool: Pool,
  index: number,
  { keys, quorum }: Pick<LogWitnesses, 'keys' | 'quorum'>,
): Promise<SealedCheckpoint | null> => {
  const { rows } = await pool.query<Row>({
    name: 'app_checkpoint_over',
    text: `
      with cosigned as (
        select distinct size from app.log_cosignature where size > $1::bigint order by size desc limit ${COSIGNED_MAX}
      ), newest as (
        select size from app.log_checkpoint where size > $1::bigint order by size desc limit 1
      )
      select ${COLUMNS} from app.log_checkpoint
      where size in (select size from cosigned union all select size from newest) order by size desc`,
    values: [index],
  })
  const isEnough = ({ lines }: Row): boolean => {
    const { signatures } = parseNote(`-\n\n${lines}`)
    const signed = keys.flatMap(({ verifier }) =>
      signatures.some((line) => isBy(line)(verifier)) ? verifier : [],
    )
    return isMet(quorum, signed)
  }
  const cosigned = rows.filter(({ lines }) => lines !== null)
  const best = cosigned.find(isEnough) ?? cosigned[0] ?? rows[0]
  return best ? sealedFrom(best) : null
}

/** Stores a checkpoint with the log's own signature, and its last event, unless there is one of this size. */
export const saveCheckpoint = async (
  pool: Pool,
  { size, root, note }: SealedCheckpoint,
  at: Date,
  last?: LastEvent,
): Promise<void> => {
  await pool.query({
    name: 'app_checkpoint_save',
    text: `insert into app.log_checkpoint (size, root, note, signed_at, after_position, position, leaf)
      values ($1, $2, $3, $4, $5, $6, $7) on conflict (size) do nothing`,
    values: [
      size,
      Buffer.from(root),
      note,
      at.toISOString(),
      ...(last ? [last.after, last.position, Buffer.from(last.leaf)] : [null, null, null]),
    ],
  })
}

const LAST_EVENTS_AT_ONCE = 64

/** The last events of checkpoints and when these were signed, newest first. */
export async function* lastEvents(pool: Pool): AsyncGenerator<SealedEvent> {
  for (let below: bigint | null = null; ;) {
    const { rows }: { rows: (Omit<SealedEvent, 'leaf'> & { size: bigint; leaf: Buffer })[] } =
      await pool.query({
        name: 'app_checkpoint_last_events',
        text: `select size, after_position as after, position, leaf, signed_at as at from app.log_checkpoint
          where position is not null and size < coalesce($1::bigint, size + 1)
          order by size desc limit ${LAST_EVENTS_AT_ONCE}`,
        values: [below],
      })
    for (const { size: _size, leaf, ...last } of rows) yield { ...last, leaf: Uint8Array.from(leaf) }
    below = rows.at(-1)?.size ?? null
    if (below === null) return
  }
}

/** A signature line of a witness. */
export interface Cosignature {
  /** Size of the checkpoint. */
  readonly size: number
  /** Name and id of the key, as in `witness.example+0a1b2c3d`. */
  readonly key: string
  readonly line: string
  /** When it was signed, since 1970. */
  readonly seconds: number
}

/**
 * Stores a witness's signature line of a checkpoint; of each key the newest one stays. Returns whether it is stored:
 * not when there is a newer one.
 */
export const saveCosignature = async (
  pool: Pool,
  { size, key, line, seconds }: Cosignature,
  at: Date,
): Promise<boolean> => {
  const { rowCount } = await pool.query({
    name: 'app_cosignature_save',
    text: `insert into app.log_cosignature as old (size, witness, line, seconds, received_at) values ($1, $2, $3, $4, $5)
      on conflict (size, witness) do update
        set line = excluded.line, seconds = excluded.seconds, received_at = excluded.received_at
        where coalesce(old.seconds, 0) <= excluded.seconds`,
    values: [size, key, line, seconds, at.toISOString()],
  })
  return rowCount === 1
}

/** Whether any witness has signed a checkpoint that is kept. */
export const hasCosignatures = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'app_cosignature_any',
    text: 'select exists (select from app.log_cosignature) as found',
  })
  return rows[0]?.found ?? false
}

const RETENTION_DAYS = 1
const COSIGNED_RETENTION_DAYS = 30

/**
 * Deletes checkpoints that nobody will request: the archive has them all. Of those that a witness has signed the last
 * of each hour stays for a month. Never the newest, nor the newest that a witness has signed.
 */
export const purgeCheckpoints = (pool: Pool, now: Date): Promise<number> => {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  return rowsChanged(
    pool,
    `delete from app.log_checkpoint as old
     where signed_at < $1
       and (signed_at < $2 or not exists (select from app.log_cosignature where size = old.size) or exists (
         select from app.log_checkpoint as later join app.log_cosignature using (size)
         where later.size > old.size and date_trunc('hour', later.signed_at) = date_trunc('hour', old.signed_at)
           and later.signed_at between old.signed_at and old.signed_at + interval '1 hour'))
       and size <> (select max(size) from app.log_checkpoint)
       and size is distinct from (select max(size) from app.log_cosignature)`,
    [before(RETENTION_DAYS), before(COSIGNED_RETENTION_DAYS)],
  )
}
