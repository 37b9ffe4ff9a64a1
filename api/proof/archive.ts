import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
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

/** Name of a file: its month, and its number after the first one of the month. */
export const ARCHIVE_FILE = /^\d{4}-\d{2}(?:\.\d{4})?\.jsonl$/
/** A file of this size is followed by another one; three days at a checkpoint a second. */
const FILE_BYTES_MAX = 64 * 2 ** 20
/** Files are read from their end in blocks of this size: what a start reads does not grow with them. */
const BLOCK_BYTES = 65_536
const NEWLINE = 10

const nameOf = (month: string, number: number): string =>
  number === 0 ? `${month}.jsonl` : `${month}.${String(number).padStart(4, '0')}.jsonl`

/** Files of the archive, the oldest first. */
export const archiveFiles = (dir: string): readonly string[] =>
  readdirSync(dir)
    .filter((name) => ARCHIVE_FILE.test(name))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .toSorted()
    .map((name) => `${name}.jsonl`)

/** Complete lines of a file, the last one first. A crash may have cut the last one short. */
function* linesBackwards(file: string): Generator<string> {
  const handle = openSync(file, 'r')
  try {
    let at = statSync(file).size
    /** The beginning of the line whose rest was read; null until the end of the last complete line was found. */
    let rest: Buffer | null = null
    while (at > 0) {
      const block = Buffer.alloc(Math.min(BLOCK_BYTES, at))
      at -= block.length
      readSync(handle, block, 0, block.length, at)
      let end = block.length
      for (
        let newline = block.lastIndexOf(NEWLINE);
        newline >= 0;
        newline = block.lastIndexOf(NEWLINE, end - 1)
      ) {
        if (rest !== null) yield Buffer.concat([block.subarray(newline + 1, end), rest]).toString('utf8')
        rest = Buffer.alloc(0)
        end = newline
        if (newline === 0) break
      }
      if (rest !== null) rest = Buffer.concat([block.subarray(0, end), rest])
    }
    if (rest !== null) yield rest.toString('utf8')
  } finally {
    closeSync(handle)
  }
}

/** All notes in the archive at `dir`, the newest first; no more of a file is read than is asked for. */
export function* archivedNotes(dir: string): Generator<string> {
  for (const name of archiveFiles(dir).toReversed())
    for (const line of linesBackwards(path.join(dir, name))) {
      if (line === '') continue
      try {
        yield Line.parse(JSON.parse(line)).checkpoint
      } catch {
        // Truncated by a crash; the next append began a new line.
      }
    }
}

const endsWithNewline = (file: string, size: number): boolean => {
  if (size === 0) return true
  const last = Buffer.alloc(1)
  const handle = openSync(file, 'r')
  readSync(handle, last, 0, 1, size - 1)
  closeSync(handle)
  return last[0] === NEWLINE
}

/**
 * Stores checkpoints in `dir`, in files of at most `fileBytesMax` with one JSON object per line:
 * `{"at": …, "checkpoint": …}`. Files are append-only, so the folder may be on write-once storage or be copied while it
 * grows.
 */
export const openArchive = (dir: string, fileBytesMax = FILE_BYTES_MAX): CheckpointArchive => {
  mkdirSync(dir, { recursive: true })
  /** The file known to end with a complete line. */
  let whole: string | null = null
  let number = 0
  let month = ''

  /** The file to append to, and its size. */
  const current = (at: string): { readonly full: string; readonly size: number } => {
    if (month !== monthOf(at)) {
      month = monthOf(at)
      const last = archiveFiles(dir).findLast((name) => name.startsWith(month))
      number = Number(last?.slice('2026-11.'.length, -'.jsonl'.length) || 0)
    }
    for (;;) {
      const full = path.join(dir, nameOf(month, number))
      const size = existsSync(full) ? statSync(full).size : 0
      if (size < fileBytesMax) return { full, size }
      number += 1
    }
  }

  return {
    newest: () => archivedNotes(dir).next().value ?? null,
    append: async (note, at) => {
      const { full, size } = current(at)
      const cutShort = full !== whole && !endsWithNewline(full, size)
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
