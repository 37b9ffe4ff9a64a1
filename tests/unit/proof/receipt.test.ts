import { beforeAll, describe, expect, it } from 'vitest'
import { toHex, toUtf8 } from '../../../events/proof/byte-text.ts'
import { canonicalBytes, canonicalEvent } from '../../../events/proof/canonical-event.ts'
import { formatCheckpoint } from '../../../events/proof/checkpoint.ts'
import { webSha256 } from '../../../events/proof/hashing.ts'
import { createMerkleTree } from '../../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../../events/proof/node-sha256.ts'
import {
  fingerprintOf,
  makeNoteKeys,
  readCosignerKey,
  readSignerKey,
  readVerifierKey,
  type NoteSigner,
} from '../../../events/proof/note-keys.ts'
import { allOf } from '../../../events/proof/quorum.ts'
import { formatReceipt, parseReceipt } from '../../../events/proof/receipt.ts'
import { formatNote, parseNote, signNote } from '../../../events/proof/signed-note.ts'
import { formatTlogProof, parseTlogProof } from '../../../events/proof/tlog-proof.ts'
import { verifyReceipt } from '../../../events/proof/verify-receipt.ts'
import type { KnownKeys } from '../../../events/proof/witnessed.ts'
import type { RecordedEvent } from '../../../events/store/event-store.ts'
import { sized } from '../../support/size.ts'

const event: RecordedEvent = {
  id: '0b0e7f9c-6c0e-5d0a-9a0f-2f6f3f0f8a11',
  type: 'TransferSent',
  data: {
    transferId: '9d8f6f0e-1b2c-5d3e-8f4a-5b6c7d8e9fa0',
    amount: { currency: 'USD', minor: '1234' },
    message: null,
  },
  metadata: { at: '2026-03-01T12:00:00.000Z', note: 'é' },
  streamId: 'wallet-5a1f2a52-5f0d-5b3c-8b1e-0d1c8a7a1b2c',
  revision: 7n,
  position: 6n,
  recordedAt: '2026-03-01T12:00:00.123Z',
}
const ORIGIN = 'log.example/test'
const AT = new Date('2026-03-01T12:00:05.000Z')

let receipt: string
let unwitnessed: string
let keys: KnownKeys
/** The same keys, where the witness must have signed. */
let demanding: KnownKeys
let logSigner: NoteSigner
beforeAll(async () => {
  const log = await makeNoteKeys(ORIGIN)
  const witness = await makeNoteKeys('witness.example', 'witness')
  const tree = createMerkleTree(nodeSha256)
  for (let i = 0; i < 11; i += 1) tree.append(i === 5 ? canonicalBytes(event) : toUtf8(`event ${i}`))
  const text = formatCheckpoint({ origin: ORIGIN, size: 11, root: tree.root(), extensions: [] })
  const signer = (logSigner = await readSignerKey(log.signerKey))
  const cosigner = await readCosignerKey(witness.signerKey, () => AT)
  const write = (checkpoint: string) =>
    formatReceipt({
      event: canonicalEvent(event),
      proof: formatTlogProof({ index: 5, path: tree.inclusionProof(5), checkpoint }),
    })
  receipt = write(formatNote(await signNote(text, signer, cosigner)))
  unwitnessed = write(formatNote(await signNote(text, signer)))
  keys = {
    logs: [await readVerifierKey(log.verifierKey)],
    witnesses: [await readVerifierKey(witness.verifierKey)],
  }
  demanding = { ...keys, quorum: allOf(keys.witnesses) }
})

const verify = (text: string, known: KnownKeys = keys) => verifyReceipt(text, known, webSha256)
const failures = async (text: string, known?: KnownKeys) => {
  const { ok, checks } = await verify(text, known)
  const failed = checks.filter(({ state }) => state === 'failed')
  expect(ok).toBe(failed.length === 0)
  return failed.map(({ name, note }) => `${name}: ${note}`)
}
/** The receipt with changed parts, formatted again. */
const changed = (change: (parts: { event: string; proof: string }) => { event: string; proof: string }) =>
  formatReceipt(change(parseReceipt(receipt)))

describe('a receipt', () => {
  it('holds against the keys of log and witness, and tells what it found', async () => {
    const verdict = await verify(receipt)
    expect(verdict.checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'form passed',
      'event passed',
      'checkpoint passed',
      'inclusion passed',
      'witness passed',
    ])
    expect(verdict).toMatchObject({
      ok: true,
      index: 5,
      checkpoint: { origin: ORIGIN, size: 11 },
      event: { id: event.id, type: 'TransferSent', stream: event.streamId, data: event.data },
      witnesses: {
        signed: [{ name: 'witness.example', at: AT.toISOString() }],
        missing: [],
        unknown: [],
      },
    })
  })

  it('may be pasted without its last newline, or with that of another system', async () => {
    for (const text of [receipt.trimEnd(), receipt.replace(/\n$/, '\r\n')])
      expect(await failures(text)).toEqual([])
  })

  it('says so when no witness has signed, or none is known, and is good all the same', async () => {
    for (const [text, known] of [
      [unwitnessed, keys],
      [receipt, { ...keys, witnesses: [] }],
    ] as const) {
      const { ok, checks } = await verify(text, known)
      expect([ok, checks.at(-1)?.state]).toEqual([true, 'skipped'])
    }
  })

  it('is refused without the witness who must have signed', async () => {
    expect(await failures(receipt, demanding)).toEqual([])
    expect(await failures(unwitnessed, demanding)).toEqual([
      'witness: Witnesses must have signed this checkpoint, and none has: witness.example.',
    ])
  })

  it('is refused, with its own reason, when any one bit of it is flipped', { timeout: 120_000 }, async () => {
    const bytes = new TextEncoder().encode(receipt)
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const reasons = new Set<string>()
    // Of each byte one bit, another in each: all of them take minutes.
    for (let bit = 0; bit < bytes.length * 8; bit += sized({ gate: 9, long: 1 })) {
      const copy = bytes.slice()
      const at = Math.floor(bit / 8)
      copy[at] = (copy[at] ?? 0) ^ (1 << (bit % 8))
      let text: string
      try {
        text = decoder.decode(copy)
      } catch {
        continue // no longer valid UTF-8, so not a receipt
      }
      const failed = await failures(text, demanding)
      expect(failed, `bit ${bit}: ${text}`).toHaveLength(1)
      reasons.add(failed[0]?.split(':')[0] ?? '')
    }
    expect([...reasons].toSorted()).toEqual(['checkpoint', 'event', 'form', 'inclusion', 'witness'])
  })
})

describe('each lie has its own answer', () => {
  const proofWith = (
    change: (proof: ReturnType<typeof parseTlogProof>) => ReturnType<typeof parseTlogProof>,
  ) =>
    changed(({ event: text, proof }) => ({
      event: text,
      proof: formatTlogProof(change(parseTlogProof(proof))),
    }))

  it('another amount', async () => {
    const more = changed(({ event: text, proof }) => ({ event: text.replace('1234', '9234'), proof }))
    expect(await failures(more)).toEqual(['inclusion: The leaf is not in the tree with this root.'])
  })

  it('an event that is not in its canonical form', async () => {
    const spaced = changed(({ event: text, proof }) => ({ event: `${text} `, proof }))
    expect(await failures(spaced)).toEqual([expect.stringMatching(/^event: .*canonical form/)])
    const none = changed(({ proof }) => ({ event: '{"id":"x"}', proof }))
    expect(await failures(none)).toEqual([expect.stringMatching(/^event: The event lacks/)])
  })

  it('another place, a shorter or longer proof', async () => {
    expect(await failures(proofWith((proof) => ({ ...proof, index: 4 })))).toEqual([
      'inclusion: The leaf is not in the tree with this root.',
    ])
    expect(await failures(proofWith((proof) => ({ ...proof, index: 11 })))).toEqual([
      'inclusion: There is no leaf 11 in a tree of 11.',
    ])
    expect(await failures(proofWith((proof) => ({ ...proof, path: proof.path.slice(1) })))).toEqual([
      'inclusion: The inclusion proof is too short.',
    ])
    expect(
      await failures(proofWith((proof) => ({ ...proof, path: [...proof.path, ...proof.path.slice(0, 1)] }))),
    ).toEqual(['inclusion: The inclusion proof is too long.'])
  })

  it('a checkpoint by somebody else, also in the name of the log', async () => {
    for (const name of [ORIGIN, 'other.example/log']) {
      const forger = await readSignerKey((await makeNoteKeys(name)).signerKey)
      const forged = await signNote(
        formatCheckpoint({ origin: name, size: 11, root: nodeSha256(toUtf8('x')), extensions: [] }),
        forger,
      )
      const [other] = forged.signatures
      const which =
        name === ORIGIN
          ? `, but by ${name}+${toHex(other?.keyId ?? new Uint8Array())}: perhaps a former or newer key of it`
          : ''
      expect(await failures(proofWith((proof) => ({ ...proof, checkpoint: formatNote(forged) })))).toEqual([
        `checkpoint: The checkpoint is of ${name} and not signed by a key of the log you trust${which}.`,
      ])
    }
  })

  it('a checkpoint that the log has signed in the name of another', async () => {
    const root = nodeSha256(toUtf8('x'))
    const text = formatCheckpoint({ origin: 'other.example/log', size: 11, root, extensions: [] })
    const forged = formatNote(await signNote(text, logSigner))
    expect(await failures(proofWith((proof) => ({ ...proof, checkpoint: forged })))).toEqual([
      'checkpoint: The checkpoint is of other.example/log and not signed by a key of the log you trust.',
    ])
  })

  it('a witness who is unknown, or whose signature is of something else', async () => {
    const stranger = await readCosignerKey(
      (await makeNoteKeys('stranger.example', 'witness')).signerKey,
      () => AT,
    )
    const note = parseNote(parseTlogProof(parseReceipt(receipt).proof).checkpoint)
    const [byLog, byWitness] = note.signatures
    const { signatures } = await signNote(note.text, stranger)
    const with_ = (lines: typeof signatures) =>
      proofWith((proof) => ({
        ...proof,
        checkpoint: formatNote({ text: note.text, signatures: byLog ? [byLog, ...lines] : lines }),
      }))
    // Anybody may add a signature, so a key that is not known says nothing for or against a receipt.
    const both = await verify(with_([...(byWitness ? [byWitness] : []), ...signatures]), demanding)
    expect(both).toMatchObject({
      ok: true,
      witnesses: { signed: [{ name: 'witness.example' }], missing: [], unknown: ['stranger.example'] },
    })
    expect(both.checks.at(-1)?.note).toBe(
      'Signed by witness.example as well. Ignored, because the key is not known here: stranger.example.',
    )
    expect(await failures(with_(signatures))).toEqual([])
    expect(await failures(with_(signatures), demanding)).toEqual([
      'witness: Witnesses must have signed this checkpoint, and none has: witness.example. ' +
        'Ignored, because the key is not known here: stranger.example.',
    ])
    const bad = byWitness ? [{ ...byWitness, signature: byWitness.signature.with(20, 0).with(21, 0) }] : []
    expect(
      await failures(with_(bad.map((line) => ({ ...line, signature: new Uint8Array(line.signature) })))),
    ).toEqual(['witness: The signature of the witness witness.example is not good.'])
  })

  it.each([
    ['nothing', '', /no JSON/],
    ['a page', '<html></html>', /no JSON/],
    ['a list', '[]', /no JSON object/],
    ['something else', '{"format":"youtility-receipt-v9"}', /of the form youtility-receipt-v1/],
    ['half of one', '{"format":"youtility-receipt-v1"}', /lacks its event or its proof/],
    ['far too much', 'x'.repeat(600_000), /too long/],
  ])('%s', async (_, text, says) => {
    expect(await failures(text)).toEqual([expect.stringMatching(says)])
  })

  it('members that do not belong there, blanks, another order', async () => {
    const parts = parseReceipt(receipt)
    for (const text of [
      JSON.stringify({ ...parts, format: 'youtility-receipt-v1' }),
      JSON.stringify({ event: parts.event, extra: 1, format: 'youtility-receipt-v1', proof: parts.proof }),
      ` ${receipt}`,
      `${receipt}\n`,
    ])
      expect(await failures(text)).toEqual([expect.stringMatching(/^form: .*added or changed/)])
  })
})

describe('fingerprints', () => {
  it('are the same for the same key, and eight groups of four digits', async () => {
    const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
    expect(await fingerprintOf(key)).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/)
    expect(await fingerprintOf(key)).toBe(await fingerprintOf(key))
  })
})
