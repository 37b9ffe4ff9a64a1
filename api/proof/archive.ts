import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { monthOf } from '../../events/calendar.ts'

/** Permanent store of all signed checkpoints, outside the ledger's database. */
export interface CheckpointArchive {
  /** The newest note; null when there is none. @throws {Error} when the files cannot be read */
  readonly newest: () => string | null
  /** Appends a note; it is on the disk when this resolves. One call at a time. `at`: ISO time. */
  readonly append: (note: string, at: string) => Promise<void>
}

const Line = z.object({ at: z.string(), checkpoint: z.string() })
/** Name of a month's file. */
export const MONTH_FILE = /^\d{4}-\d{2}\.jsonl$/

/** The notes of a file, the last one first. A crash may have cut a line short; the next append began a new one. */
function* notesOf(text: string): Generator<string> {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  for (const line of lines.toReversed()) {
    if (line === '') continue
    try {
      yield Line.parse(JSON.parse(line)).checkpoint
    } catch {
      // Truncated by a crash.
    }
  }
}

/** All notes in the archive at `dir`, the newest first. */
export function* archivedNotes(dir: string): Generator<string> {
  const months = readdirSync(dir).filter((name) => MONTH_FILE.test(name))
  for (const name of months.toSorted().toReversed())
    yield* notesOf(readFileSync(path.join(dir, name), 'utf8'))
}

/**
 * Stores checkpoints in `dir`, a file per month with one JSON object per line: `{"at": …, "checkpoint": …}`. Files are
 * append-only, so the folder may be on write-once storage or be copied while it grows.
 */
export const openArchive = (dir: string): CheckpointArchive => {
  mkdirSync(dir, { recursive: true })
  /** The file known to end with a complete line. */
  let whole: string | null = null
  return {
    newest: () => archivedNotes(dir).next().value ?? null,
    append: async (note, at) => {
      const full = path.join(dir, `${monthOf(at)}.jsonl`)
      const cutShort = full !== whole && existsSync(full) && !readFileSync(full, 'utf8').endsWith('\n')
      const file = await open(full, 'a', 0o644)
      try {
        await file.write(`${cutShort ? '\n' : ''}${JSON.stringify({ at, checkpoint: note })}\n`)
        await file.datasync()
        whole = full
      } finally {
        await file.close()
      }
    },
  }
}
