import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../events/ids.ts'
import { canonicalBytes } from '../../events/proof/canonical-event.ts'
import { parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { createFrontier } from '../../events/proof/frontier.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import { formatLogEnd, parseLogEnd, type LogEnd } from '../../events/proof/log-end.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { readSignerKey, type NoteSigner } from '../../events/proof/note-keys.ts'
import { formatNote, parseNote, signNote } from '../../events/proof/signed-note.ts'
import { createPool, inTransaction } from '../database/database.ts'
import { readGiven } from '../config/given-file.ts'
import { loadConfig } from '../config/load.ts'
import { archivedNotes, archiveFiles } from '../proof/archive.ts'
import { statementBefore } from '../proof/ended.ts'
import { openLogKey } from '../proof/keys.ts'
import type { Seal } from '../proof/sealer.ts'
import type { Command, Context } from './command.ts'
import { Unanswered, UsageError } from './failure.ts'
import { jsonLine } from './printable.ts'

const EMPTY: Seal = { size: 0, root: nodeSha256(new Uint8Array()) }

/** Checkpoints of the database with their witnesses' signatures, the smallest first. */
const KEPT = `
  select seal.note || coalesce((select string_agg(line, '' order by witness) from app.log_cosignature as cosigned
    where cosigned.size = seal.size), '') as note
  from app.log_checkpoint as seal order by seal.size`

const sealOf = (note: string): Checkpoint => parseCheckpoint(parseNote(note).text)

/** The largest of these that the log, hashed again from its events, continues. */
const lastContinued = async (
  { store, progress }: Pick<Context, 'store' | 'progress'>,
  seals: readonly Seal[],
): Promise<Seal> => {
  const bySize = new Map(seals.map((seal) => [seal.size, seal]))
  const frontier = createFrontier(nodeSha256)
  let last = EMPTY
  for await (const events of store.scan()) {
    for (const event of events) {
      frontier.append(canonicalBytes(event))
      const seal = bySize.get(frontier.size())
      if (!seal) continue
      if (!sameBytes(frontier.root(), seal.root)) return last
      last = seal
    }
    progress(frontier.size())
  }
  return last
}

/** Notes of the archive that are compared at a time: a year has thirty million. */
const AT_ONCE = 100_000

/**
 * What was sealed and what is left of it. `archived`: the newest first.
 * @throws {Unanswered} there is nothing to end
 */
const lossOf = async (
  context: Pick<Context, 'store' | 'progress'>,
  archived: Iterator<string>,
  stored: readonly string[],
): Promise<Pick<LogEnd, 'sealed' | 'kept'>> => {
  let sealed = EMPTY
  let some = false
  for (;;) {
    const seals: Seal[] = some ? [] : stored.map(sealOf)
    for (let one = archived.next(); !one.done; one = archived.next()) {
      seals.push(sealOf(one.value))
      if (seals.length >= AT_ONCE) break
    }
    if (seals.length === 0 && sealed.size === 0)
      throw new Unanswered('Nothing of this log was sealed: there is nothing to end')
    if (seals.length === 0) return { sealed, kept: EMPTY }
    sealed = seals.reduce((most, one) => (one.size > most.size ? one : most), sealed)
    const isArchived = some || seals.length > stored.length
    some = true
    const kept = await lastContinued(context, seals)
    if (kept.size === sealed.size && isArchived)
      throw new Unanswered(
        `The log continues its last checkpoint, of ${sealed.size} events: there is nothing to end`,
      )
    // A log that was cut continues one of its newest checkpoints; older ones are looked at if it does not.
    if (kept.size > 0) return { sealed, kept }
  }
}

/** Puts the ended log's checkpoints into a folder of their own, with the statement. Safe to repeat. */
const putAside = (dir: string, statement: string, stored: readonly string[]): string => {
  const { at } = parseLogEnd(parseNote(statement).text)
  const folder = path.join(dir, `ended-${at.replaceAll(':', '-')}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'statement'), statement)
  const lines = stored.map((checkpoint) => `${JSON.stringify({ checkpoint })}\n`)
  if (lines.length > 0) writeFileSync(path.join(folder, 'database.jsonl'), lines.join(''))
  return folder
}

const moveArchive = (dir: string, folder: string): void => {
  for (const name of archiveFiles(dir)) renameSync(path.join(dir, name), path.join(folder, name))
}

const readSigner = async (file: string): Promise<NoteSigner> => readSignerKey(readGiven(file).trim())

export const endLog: Command = {
  name: 'end-log',
  usage: 'end-log --new-key-file <file>',
  summary:
    'end a log that lost what was sealed, by a signed statement, and begin a new one (this one writes)',
  help: `For a log that nothing is signed of any more because it is not what was sealed: a backup was restored that lacks its
last seconds, or the checkpoints were lost. Stop all servers first. Needs the settings of a worker (LEDGER_LOG_KEY,
CHECKPOINT_DIR), and the folder of checkpoints as it was: what it does not know, the statement does not tell.

Signs, with the log's key and the new one, how many events were sealed, how many of these the log still begins with, and
that it goes on under the new key, whose name is another. Prints the statement. The checkpoints of the ended log and the
statement are put into a folder of their own in CHECKPOINT_DIR. Then set LEDGER_LOG_KEY to the new key, start, and give
the statement to auditors, members and witnesses: verify checks it, npm run witness -- --accept-end takes it.

  --new-key-file <file>  the private key of the new log; checkpoint --new-key makes one`,
  options: { 'new-key-file': 'text' },
  takes: 0,
  run: async ({ store, ownerUrl, env, json, out, progress }, given) => {
    const file = given.text('new-key-file')
    if (file === null) throw new UsageError('Give the key of the new log: --new-key-file <file>')
    const config = loadConfig(env)
    const { checkpointDir: dir } = config
    const next = await readSigner(file)
    const old = await openLogKey(config)
    if (!old) throw new UsageError('LEDGER_LOG_KEY, the key of the log that ends, is not set')
    const pool = createPool(ownerUrl, { max: 2, name: 'end log' })
    try {
      const { rows } = await pool.query<{ note: string }>(KEPT)
      const stored = rows.map(({ note }) => note)
      const archived = () => (existsSync(dir) ? archivedNotes(dir) : [].values())
      for (const notes of [stored, archived()])
        for (const note of notes)
          if (sealOf(note).origin === next.name)
            throw new Unanswered(`The log ${next.name} has begun already`)
      let statement = await statementBefore(pool, next.verifierKey)
      if (statement === null) {
        if (old.name === next.name)
          throw new UsageError(`The new log must have another name than ${old.name}: make its key with one`)
        const loss = await lossOf({ store, progress }, archived(), stored)
        const at = systemClock().toISOString()
        const text = formatLogEnd({ origin: old.name, ...loss, newKey: next.verifierKey, at })
        statement = formatNote(await signNote(text, old, next))
      }
      const said = statement
      const folder = putAside(dir, said, stored)
      await inTransaction(pool, async (client) => {
        await client.query(
          'insert into app.log_end (new_key, statement, ended_at) values ($1, $2, now()) on conflict do nothing',
          [next.verifierKey, said],
        )
        await client.query('delete from app.log_checkpoint')
      })
      moveArchive(dir, folder)
      await out(json ? jsonLine({ ok: true, statement: said, folder }) : said)
    } finally {
      await pool.end()
    }
  },
}
