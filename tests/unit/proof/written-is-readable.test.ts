import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openWitnesses } from '../../../api/proof/witnesses.ts'
import { formatAddCheckpoint, parseAddCheckpoint } from '../../../events/proof/add-checkpoint.ts'
import { formatCheckpoint, parseCheckpoint } from '../../../events/proof/checkpoint.ts'
import { formatLogEnd, parseLogEnd } from '../../../events/proof/log-end.ts'
import { makeNoteKeys, readVerifierKey } from '../../../events/proof/note-keys.ts'
import { isMet, someOf } from '../../../events/proof/quorum.ts'
import { formatReceipt, parseReceipt } from '../../../events/proof/receipt.ts'
import { formatNote, parseNote } from '../../../events/proof/signed-note.ts'
import { formatPolicy, parsePolicy } from '../../../events/proof/witness-policy.ts'
import { formatTlogProof, parseTlogProof } from '../../../events/proof/tlog-proof.ts'

const PROOF = path.join(import.meta.dirname, '../../../events/proof')

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((some) => Uint8Array.from(some))
/** Hashes, and now and then something that is none. */
const hash = fc.oneof({ weight: 20, arbitrary: bytes(32) }, { weight: 1, arbitrary: bytes(31) })
const hashes = fc.oneof(
  fc.array(hash, { maxLength: 4 }),
  fc.integer({ min: 50, max: 70 }).map((length) => Array.from({ length }, () => new Uint8Array(32))),
)
const size = fc.oneof(fc.maxSafeNat(), fc.constantFrom(-1, 1.5, 2 ** 53, NaN))
const line = fc.oneof(fc.string(), fc.constantFrom('log.example/test', '', 'a\nb', 'a b', '\u0007', '\uD800'))
const long = fc.integer({ min: 99_000, max: 101_000 }).map((length) => 'x'.repeat(length))
const note = fc.oneof(fc.string(), fc.constant('a\n\n— b AAAAAAAA\n'))
const tree = fc.record({ size, root: hash })

/** Each text that is stored or sent: how it is written, how it is read, and what may be written. */
const FORMS: Readonly<Record<string, () => void | Promise<void>>> = {
  formatAddCheckpoint: () =>
    holds(fc.record({ old: size, proof: hashes, note }), formatAddCheckpoint, parseAddCheckpoint),
  formatCheckpoint: () =>
    holds(
      fc.record({ origin: line, size, root: hash, extensions: fc.array(line, { maxLength: 3 }) }),
      formatCheckpoint,
      parseCheckpoint,
    ),
  formatLogEnd: () =>
    holds(
      fc.record({
        origin: line,
        sealed: tree,
        kept: tree,
        newKey: line,
        at: fc.constantFrom('2026-11-24', 'x'),
      }),
      formatLogEnd,
      parseLogEnd,
    ),
  formatNote: () =>
    holds(
      fc.record({
        text: fc.oneof(fc.string(), line, long).map((text) => `${text}\n`),
        signatures: fc.oneof(
          fc.array(fc.record({ name: line, keyId: bytes(4), signature: fc.oneof(bytes(64), bytes(0)) })),
          fc.integer({ min: 60, max: 70 }).map((length) =>
            Array.from({ length }, () => ({
              name: 'a',
              keyId: new Uint8Array(4),
              signature: new Uint8Array(64),
            })),
          ),
        ),
      }),
      formatNote,
      parseNote,
    ),
  formatReceipt: () =>
    holds(
      fc.record({
        event: fc.oneof(
          line,
          fc.integer({ min: 499_900, max: 500_000 }).map((length) => 'x'.repeat(length)),
        ),
        proof: line,
      }),
      formatReceipt,
      parseReceipt,
    ),
  formatPolicy: async () => {
    const made = ['a.example', 'b.example', 'b.example'].map(async (name) => {
      const { verifierKey } = await makeNoteKeys(name, 'witness')
      return { key: verifierKey, verifier: await readVerifierKey(verifierKey) }
    })
    const witnesses = await Promise.all(made)
    const log = (await makeNoteKeys('log.example')).verifierKey
    const logs = [{ key: log, verifier: await readVerifierKey(log) }]
    const verifiers = witnesses.map(({ verifier }) => verifier)
    for (const needs of [0, 1, 2]) {
      // A key that is given twice counts once.
      const text = formatPolicy({ logs: [...logs, ...logs], witnesses: [...witnesses, ...witnesses], needs })
      const { quorum } = await parsePolicy(text)
      for (let some = 0; some < 8; some += 1) {
        const signed = verifiers.filter((_, at) => (some >> at) % 2 === 1)
        expect(isMet(quorum, signed), text).toBe(isMet(someOf(needs, verifiers), signed))
      }
    }
  },
  formatTlogProof: () =>
    holds(fc.record({ index: size, path: hashes, checkpoint: note }), formatTlogProof, parseTlogProof),
}

/** Whatever is written is read as it was; what could not be read is not written. */
const holds = <T>(values: fc.Arbitrary<T>, write: (value: T) => string, read: (text: string) => T): void => {
  let [written, refused] = [0, 0]
  fc.assert(
    fc.property(values, (value) => {
      let text: string
      try {
        text = write(value)
      } catch {
        refused += 1
        return
      }
      written += 1
      expect(read(text)).toEqual(value)
    }),
    { numRuns: 300 },
  )
  expect([written > 0, refused > 0]).toEqual([true, true])
}

describe('every text of a proof', () => {
  it.each(Object.entries(FORMS))('by %s is read by its own reader, or not written', (_, check) => check())

  it('is in the list above', () => {
    const written = readdirSync(PROOF).flatMap((file) =>
      [...readFileSync(path.join(PROOF, file), 'utf8').matchAll(/^export const (format\w+)/gm)].map(
        ([, name]) => name,
      ),
    )
    expect(new Set(written)).toEqual(new Set(Object.keys(FORMS)))
  })

  it('has room for the signatures of all configured witnesses', async () => {
    const keys = await Promise.all(
      Array.from(
        { length: 64 },
        async (_, n) => (await makeNoteKeys(`w${n}.example`, 'witness')).verifierKey,
      ),
    )
    const config = { witnessUrls: [], witnessPolicy: null, dataDir: '', environment: 'production' } as const
    const open = (witnessKeys: readonly string[]) =>
      openWitnesses({ ...config, witnessKeys }, async (key) => key)
    expect((await open(keys.slice(0, 63))).keys).toHaveLength(63)
    await expect(open(keys)).rejects.toThrow(
      'WITNESS_KEYS names 64 keys of witnesses; a checkpoint has room for 63',
    )
  })
})
