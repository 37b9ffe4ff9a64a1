import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newestAtWitnesses } from '../../../api/proof/ask-witness.ts'
import { originHash } from '../../../api/proof/origin-hash.ts'
import { formatCheckpoint } from '../../../events/proof/checkpoint.ts'
import { makeNoteKeys, readSignerKey, type NoteSigner } from '../../../events/proof/note-keys.ts'
import { formatNote, signNote } from '../../../events/proof/signed-note.ts'

const served = new Map<string, string>()
let server: Server
let url: string
let ours: NoteSigner
let forger: NoteSigner

const newSigner = async (name: string) => readSignerKey((await makeNoteKeys(name)).signerKey)
const serve = async (prefix: string, signer: NoteSigner, origin: string, size: number) => {
  const text = formatCheckpoint({ origin, size, root: new Uint8Array(32), extensions: [] })
  const note = formatNote(await signNote(text, signer))
  served.set(`/${prefix}/${originHash('ours.example/log')}/checkpoint`, note)
}

beforeAll(async () => {
  ours = await newSigner('ours.example/log')
  forger = await newSigner('ours.example/log')
  server = createServer(({ url: path = '' }, res) => {
    const note = served.get(path)
    res.writeHead(note === undefined ? 404 : 200).end(note)
  })
  const { promise, resolve } = Promise.withResolvers<undefined>()
  server.listen(0, '127.0.0.1', () => resolve(undefined))
  await promise
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => server.close())

it('what a witness shows of our log counts with our signature alone, and the largest counts', async () => {
  await serve('small', ours, 'ours.example/log', 7)
  await serve('large', ours, 'ours.example/log', 9)
  await serve('forged', forger, 'ours.example/log', 99)
  await serve('of-another', ours, 'another.example/log', 99)
  const at = (...prefixes: readonly string[]) =>
    newestAtWitnesses(
      prefixes.map((prefix) => `${url}/${prefix}`),
      ours,
    )
  expect(await at('forged', 'of-another', 'unknown')).toBeNull()
  expect(await at('small', 'forged', 'large', 'unknown')).toMatchObject({ size: 9 })
  expect(await newestAtWitnesses(['http://127.0.0.1:9'], ours)).toBeNull()
})
