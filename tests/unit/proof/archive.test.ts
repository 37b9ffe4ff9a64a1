import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { archivedNotes, openArchive } from '../../../api/proof/archive.ts'

let dir: string
beforeEach(() => (dir = mkdtempSync(path.join(tmpdir(), 'youtility-archive-'))))
afterEach(() => rmSync(dir, { recursive: true }))

const line = (checkpoint: string) => `${JSON.stringify({ at: '2026-11-29T00:00:00.000Z', checkpoint })}\n`

it('finds the newest checkpoint of a year in one file, whose text no string could hold', async () => {
  // Eight gigabytes, a checkpoint a second for a year; the disk keeps the end of it only.
  const file = path.join(dir, '2025-11.jsonl')
  const handle = openSync(file, 'w')
  ftruncateSync(handle, 365 * 86_400 * 250)
  writeSync(handle, `\n${line('last but one')}${line('newest')}`, 365 * 86_400 * 250)
  closeSync(handle)
  const archive = openArchive(dir)
  expect(archive.newest()).toBe('newest')
  const notes = archivedNotes(dir)
  expect([notes.next().value, notes.next().value]).toEqual(['newest', 'last but one'])
  notes.return(undefined)
  await archive.append('after', '2025-11-30T00:00:00.000Z')
  expect(readdirSync(dir).toSorted()).toEqual(['2025-11.0001.jsonl', '2025-11.jsonl'])
  expect(openArchive(dir).newest()).toBe('after')
})

it('goes on in a new file when one is full, and reads all of them in the order of their writing', async () => {
  const many = Array.from({ length: 40 }, (_, n) => `checkpoint ${n} ${'ä'.repeat(n)}`)
  for (const [n, note] of many.entries())
    // A process that starts again finds the file to go on in.
    await openArchive(dir, 300).append(note, `2026-${n < 20 ? '10' : '11'}-29T00:00:00.000Z`)
  expect(readdirSync(dir).length).toBeGreaterThan(10)
  expect([...archivedNotes(dir)]).toEqual(many.toReversed())
})

it('reads lines that end anywhere in a block, and leaves out one that a crash cut short', async () => {
  const notes = Array.from({ length: 30 }, (_, n) => `${n} ${'x'.repeat(n * 997)}`)
  writeFileSync(path.join(dir, '2026-11.jsonl'), notes.map(line).join('') + line('cut').slice(0, 20))
  expect([...archivedNotes(dir)]).toEqual(notes.toReversed())
  const archive = openArchive(dir)
  await archive.append('after', '2026-11-30T00:00:00.000Z')
  expect([...archivedNotes(dir)]).toEqual(['after', ...notes.toReversed()])
  expect([...archivedNotes(mkdtempSync(path.join(dir, 'empty-')))]).toEqual([])
})
