import { beforeAll, describe, expect, it } from 'vitest'
import { toUtf8 } from '../../../events/proof/byte-text.ts'
import { cosignatureBytes, cosignedMessage } from '../../../events/proof/cosignature.ts'
import { makeNoteKeys, readVerifierKey } from '../../../events/proof/note-keys.ts'
import { formatNote, parseNote, type NoteSignature } from '../../../events/proof/signed-note.ts'
import { verifyCheckpoint } from '../../../events/proof/verify-checkpoint.ts'
import type { KnownKeys } from '../../../events/proof/witnessed.ts'
import { createFakeLog, type FakeLog } from '../../support/fake-log.ts'

let log: FakeLog
/** Two keys of one witness, each with what signs with it at any time, also at one that is none. */
let witnesses: readonly {
  readonly verifierKey: string
  readonly cosign: (text: string, seconds: bigint) => Promise<NoteSignature>
}[]
beforeAll(async () => {
  log = await createFakeLog()
  log.become(['one'])
  witnesses = await Promise.all(
    ['w.example', 'w.example'].map(async (name) => {
      const { signerKey, verifierKey } = await makeNoteKeys(name, 'witness')
      const { keyId } = await readVerifierKey(verifierKey)
      // A signer of ours takes its time from a clock: here it is any number.
      const secret = signerKey.split('+').slice(4).join('+')
      const bytes = Buffer.from(secret, 'base64')
      const key = await crypto.subtle.importKey(
        'pkcs8',
        Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), bytes.subarray(1)]),
        'Ed25519',
        false,
        ['sign'],
      )
      return {
        verifierKey,
        cosign: async (text: string, seconds: bigint) => {
          const message = cosignedMessage(toUtf8(text), seconds)
          const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key, message))
          return { name, keyId, signature: cosignatureBytes(seconds, signature) }
        },
      }
    }),
  )
})

const checked = async (
  known: number,
  ...signedBy: readonly (readonly [witness: number, seconds: bigint])[]
) => {
  const { text, signatures } = parseNote(await log.checkpoint())
  const lines = await Promise.all(signedBy.map(async ([at, seconds]) => witnesses[at]?.cosign(text, seconds)))
  const note = formatNote({
    text,
    signatures: [...signatures, ...lines.filter((line) => line !== undefined)],
  })
  const keys: KnownKeys = {
    logs: [await readVerifierKey(log.verifierKey)],
    witnesses: await Promise.all(
      witnesses.slice(0, known).map(({ verifierKey }) => readVerifierKey(verifierKey)),
    ),
  }
  const verdict = await verifyCheckpoint(note, keys)
  if (verdict.kind === 'unsigned') throw new Error(verdict.why)
  return verdict.check
}

describe('the time of a cosignature', () => {
  it.each([1n, 1_800_000_000n, 253_402_300_799n])('may be %s', async (seconds) => {
    expect(await checked(1, [0, seconds])).toMatchObject({
      state: 'passed',
      signed: [{ at: new Date(Number(seconds) * 1_000).toISOString() }],
    })
  })

  it.each([0n, 253_402_300_800n, 8_640_000_000_001n, 2n ** 53n, 2n ** 63n - 1n, 2n ** 64n - 1n])(
    'is none if it is %s, and that is said',
    async (seconds) => {
      expect(await checked(1, [0, seconds])).toMatchObject({
        state: 'failed',
        note: `The witness w.example dates its signature ${seconds} s after 1970: that is no time.`,
      })
    },
  )
})

it('a key that is not known, of a witness that is, is named with its id', async () => {
  const [, id] = (witnesses[1]?.verifierKey ?? '').split('+')
  expect(await checked(1, [0, 1_800_000_000n], [1, 1_800_000_000n])).toMatchObject({
    state: 'passed',
    unknown: [`w.example+${id}`],
    note: `Signed by w.example as well. Ignored, because the key is not known here: w.example+${id}.`,
  })
})
