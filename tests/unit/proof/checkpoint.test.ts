import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fromBase64, toUtf8 } from '../../../events/proof/byte-text.ts'
import { formatCheckpoint, parseCheckpoint } from '../../../events/proof/checkpoint.ts'
import { makeNoteKeys, readSignerKey, readVerifierKey } from '../../../events/proof/note-keys.ts'
import { nodeSha256 } from '../../../events/proof/node-sha256.ts'
import { formatNote, parseNote, signNote, verifyNote } from '../../../events/proof/signed-note.ts'

/** Keys, text and signature from the documentation of golang.org/x/mod/sumdb/note. */
const GO = {
  signerKey: 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  verifierKey: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  line: '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
}

const checkpoint = {
  origin: 'ledger.example.org/log',
  size: 20_852_163,
  root: nodeSha256(toUtf8('root')),
  extensions: [],
}

describe('signed notes', () => {
  it("makes and accepts the note of Go's documentation, byte for byte", async () => {
    const note = await signNote(GO.text, await readSignerKey(GO.signerKey))
    expect(formatNote(note)).toBe(`${GO.text}\n${GO.line}`)
    const read = parseNote(`${GO.text}\n${GO.line}`)
    expect(await verifyNote(read, await readVerifierKey(GO.verifierKey))).toEqual({ ok: true })
  })

  it('refuses another text, another signature and a note without the signer', async () => {
    const verifier = await readVerifierKey(GO.verifierKey)
    const other = await makeNoteKeys('someone-else')
    const [line] = (await signNote('other\n', await readSignerKey(GO.signerKey))).signatures
    const read = parseNote(`${GO.text}\n${GO.line}`)
    const no = { ok: false }
    expect(await verifyNote({ ...read, text: `${read.text}.\n` }, verifier)).toMatchObject(no)
    expect(await verifyNote({ ...read, signatures: line ? [line] : [] }, verifier)).toMatchObject(no)
    expect(await verifyNote({ ...read, signatures: [] }, verifier)).toMatchObject(no)
    expect(await verifyNote(read, await readVerifierKey(other.verifierKey))).toMatchObject(no)
  })

  it('passes over signatures of keys it does not know', async () => {
    const other = await readSignerKey((await makeNoteKeys('witness')).signerKey)
    const note = parseNote(formatNote(await signNote(GO.text, other, await readSignerKey(GO.signerKey))))
    expect(note.signatures.map(({ name }) => name)).toEqual(['witness', 'PeterNeumann'])
    expect(await verifyNote(note, await readVerifierKey(GO.verifierKey))).toEqual({ ok: true })
  })

  it('is verified by OpenSSL too', async () => {
    const { text, signatures } = await signNote(GO.text, await readSignerKey(GO.signerKey))
    const key = fromBase64('ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW').slice(1)
    const x = Buffer.from(key).toString('base64url')
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const [signature] = signatures
    expect(verify(null, Buffer.from(text), publicKey, signature?.signature ?? Buffer.alloc(0))).toBe(true)
  })

  it.each([
    ['no signatures', `${GO.text}\n`],
    ['no empty line', `${GO.text}${GO.line}`],
    ['a missing newline', `${GO.text}\n${GO.line.trimEnd()}`],
    ['a hyphen for the dash', `${GO.text}\n${GO.line.replace('—', '-')}`],
    ['a control character', `tab\tbed\n\n${GO.line}`],
    ['no base64', `${GO.text}\n— PeterNeumann x08go\n`],
  ])('refuses a note with %s', (_, note) => expect(() => parseNote(note)).toThrow())

  it('refuses keys whose id is not theirs, and names with blanks', async () => {
    await expect(readVerifierKey(GO.verifierKey.replace('c74f20a3', 'c74f20a4'))).rejects.toThrow(/key id/)
    await expect(readSignerKey(GO.verifierKey)).rejects.toThrow(/PRIVATE/)
    await expect(makeNoteKeys('two words')).rejects.toThrow(/blanks/)
  })
})

describe('checkpoints', () => {
  it('has these bytes for ever and is read back', () => {
    const text = formatCheckpoint(checkpoint)
    expect(text).toBe('ledger.example.org/log\n20852163\nSBNJTRN+FjG7owHVrKtue7eqdM4RhdRWVl71HXN2d7I=\n')
    expect(parseCheckpoint(text)).toEqual(checkpoint)
    expect(parseCheckpoint(`${text}more\n`).extensions).toEqual(['more'])
  })

  const [origin, size, root] = formatCheckpoint(checkpoint).trimEnd().split('\n')
  it.each([
    ['two lines', `${origin}\n${size}\n`],
    ['no last newline', `${origin}\n${size}\n${root}`],
    ['a leading zero', `${origin}\n0${size}\n${root}\n`],
    ['a sign', `${origin}\n-1\n${root}\n`],
    ['a size beyond 2^53', `${origin}\n9007199254740993\n${root}\n`],
    ['a short root', `${origin}\n${size}\nAAAA\n`],
    ['no origin', `\n${size}\n${root}\n`],
    ['an empty line', `${origin}\n${size}\n${root}\n\n`],
  ])('refuses a text with %s', (_, text) => expect(() => parseCheckpoint(text)).toThrow())

  it('writes only what it would read', () => {
    expect(() => formatCheckpoint({ ...checkpoint, origin: 'two\nlines' })).toThrow()
    expect(() => formatCheckpoint({ ...checkpoint, size: -1 })).toThrow()
    expect(() => formatCheckpoint({ ...checkpoint, root: new Uint8Array(31) })).toThrow()
  })
})
