import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { monthOf } from '../../events/calendar.ts'

/** Where every signed checkpoint is kept outside the ledger's database, for ever. */
export interface CheckpointArchive {
  /** The newest note; null when there is none. @throws {Error} when the files cannot be read */
  readonly newest: () => string | null
  /** Adds a note; it is on the disk when this resolves. One at a time. `at`: ISO time. */
  readonly append: (note: string, at: string) => Promise<void>
}

const Line = z.object({ at: z.string(), checkpoint: z.string() })
const MONTH_FILE = /^\d{4}-\d{2}\.jsonl$/

/** The last line that was written whole; a crash may have cut the one after it short. */
const lastNote = (text: string): string | null => {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  for (const line of lines.toReversed()) {
    if (line === '') continue
    try {
      return Line.parse(JSON.parse(line)).checkpoint
    } catch {
      // Cut short by a crash: what was appended behind it began a line of its own.
    }
  }
  return null
}

/**
 * Keeps checkpoints in `dir`, a file a month with one JSON object a line: `{"at": …, "checkpoint": …}`. Files are
 * only ever appended to, so the folder may stand on write-once storage or be copied while it grows.
 */
export const openArchive = (dir: string): CheckpointArchive => {
  mkdirSync(dir, { recursive: true })
  /** The file whose end is known to be a whole line. */
  let whole: string | null = null
  return {
    newest: () => {
      const months = readdirSync(dir).filter((name) => MONTH_FILE.test(name))
      for (const name of months.toSorted().toReversed()) {
        const note = lastNote(readFileSync(path.join(dir, name), 'utf8'))
        if (note !== null) return note
      }
      return null
    },
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
