import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerAddCheckpoint } from '../../../api/witness/add-checkpoint.ts'
import { publish } from '../../../api/witness/publish.ts'
import type { WitnessState } from '../../../api/witness/state.ts'
import { originHash } from '../../../api/proof/origin-hash.ts'
import { readLogKey, watchLog, type WatchedLog } from '../../../api/witness/watched-log.ts'
import { askWitnessAt, type AskWitness } from '../../../api/proof/ask-witness.ts'
import { createAsking, createCosigning, type CosigningParts } from '../../../api/proof/cosigning.ts'
import { BadCosignature } from '../../../api/proof/cosignatures.ts'
import { formatAddCheckpoint, parseAddCheckpoint } from '../../../events/proof/add-checkpoint.ts'
import { fromBase64, toHex, toUtf8 } from '../../../events/proof/byte-text.ts'
import { formatCheckpoint, parseCheckpoint } from '../../../events/proof/checkpoint.ts'
import { joined, nodeInput, type Bytes } from '../../../events/proof/hashing.ts'
import { createMerkleTree } from '../../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../../events/proof/node-sha256.ts'
import {
  makeNoteKeys,
  readCosignerKey,
  readVerifierKey,
  type NoteSigner,
  type NoteVerifier,
} from '../../../events/proof/note-keys.ts'
import { formatNote, parseNote, signNote, verifyNote } from '../../../events/proof/signed-note.ts'
import { consistencyFromTiles, numberedPath, tilesOf, type TileName } from '../../../events/proof/tiles.ts'
import type { Timers } from '../../../events/timers.ts'
import { createFakeLog, type FakeLog } from '../../support/fake-log.ts'
import { eventually, keptLog } from '../../support/read-models.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const history = (count: number): string[] => Array.from({ length: count }, (_, i) => `event ${i}`)

let log: FakeLog
let signer: NoteSigner
let witnessKey: NoteVerifier
let state: WitnessState | null
let evidence: Set<string>
let alarm: string | null
let watched: WatchedLog
beforeEach(async () => {
  log = await createFakeLog()
  const made = await makeNoteKeys('witness.example', 'witness')
  signer = await readCosignerKey(made.signerKey, () => NOW)
  witnessKey = await readVerifierKey(made.verifierKey)
  state = null
  evidence = new Set()
  alarm = null
  watched = watchLog({
    keys: [await readLogKey(log.verifierKey)],
    files: {
      load: () => state,
      save: (next) => {
        state = next
      },
      loadAlarm: () => alarm,
      saveAlarm: (text) => {
        alarm = text
      },
      saveEvidence: (_kind, text) => void evidence.add(text),
    },
    client: null,
  })
})
const witness = () => ({ logs: [watched], signer, now: () => NOW })
const submit = (body: string) => answerAddCheckpoint(witness(), body)
const request = async (old: number, size: number, checkpoint?: string) => {
  const proof = old === 0 || old === size ? [] : await log.client.consistency(old, size)
  const note = checkpoint ?? (await log.checkpoint(size))
  return formatAddCheckpoint({ old, proof: proof.map(fromBase64), note })
}
const seenSize = () => (state === null ? 0 : parseCheckpoint(parseNote(state.note).text).size)

describe('a witness that logs ask (C2SP tlog-witness)', () => {
  it('signs what continues the last checkpoint, from nothing on, and again what it has signed', async () => {
    log.become(history(300))
    for (const [old, size] of [
      [0, 5],
      [5, 300],
      [300, 300],
    ] as const) {
      const { status, text } = await submit(await request(old, size))
      expect(status, text).toBe(200)
      const note = parseNote((await log.checkpoint(size)) + text)
      expect(note.signatures).toHaveLength(2)
      expect(await verifyNote(note, witnessKey)).toEqual({ ok: true })
      expect(seenSize()).toBe(size)
    }
  })

  it('answers as the specification says, and remembers nothing of it', async () => {
    log.become(history(100))
    await submit(await request(0, 50))
    const before = state
    const [other, stranger] = [await createFakeLog(), await createFakeLog('stranger.example/log')]
    other.become(history(100))
    stranger.become(history(100))
    const good = await request(50, 100)
    const cases: readonly (readonly [string, number, string?])[] = [
      ['hello', 400],
      ['old 050\n\n', 400],
      [`old 101\n\n${await log.checkpoint()}`, 400],
      [good.replace(/\n[^\n]{44}\n/, '\nAAAA\n'), 400],
      [await request(0, 100, await stranger.checkpoint()), 404],
      [await request(50, 100, await other.checkpoint()), 403],
      [good.replace(/(log\.example\/test .{20}).{4}/, '$1AAAA'), 403],
      [await request(49, 100), 409, '50\n'],
      [await request(0, 100), 409, '50\n'],
      [await request(51, 100), 409, '50\n'],
      [`old 50\n\n${await log.checkpoint(100)}`, 422],
      [good.replace('old 50\n', `old 50\n${'A'.repeat(43)}=\n`), 422],
    ]
    for (const [body, status, text] of cases) {
      const answer = await submit(body)
      expect(answer.status, `${body}\n${answer.text}`).toBe(status)
      if (text !== undefined) expect(answer).toMatchObject({ text, type: 'text/x.tlog.size' })
    }
    expect(state).toEqual(before)
    expect([evidence.size, watched.alarm]).toEqual([0, null])
    // An empty log is where every log begins.
    const empty = (root: Bytes) =>
      signNote(formatCheckpoint({ origin: log.signer.name, size: 0, root, extensions: [] }), log.signer)
    state = null
    const nothing = formatNote(await empty(nodeSha256(new Uint8Array())))
    expect(await submit(`old 0\n\n${nothing}`)).toMatchObject({ status: 200 })
    const wrong = formatNote(await empty(nodeSha256(toUtf8('x'))))
    expect(await submit(`old 0\n\n${wrong}`)).toMatchObject({ status: 422 })
  })

  it('refuses a second history, and keeps two checkpoints of one size as evidence', async () => {
    log.become(history(100))
    await submit(await request(0, 100))
    const before = state
    log.become(history(150).with(42, 'another'))
    expect(await submit(await request(100, 150))).toMatchObject({ status: 422 })
    expect(evidence.size).toBe(0)
    for (let times = 0; times < 2; times += 1)
      expect(await submit(await request(100, 100))).toMatchObject({ status: 422 })
    expect([...evidence]).toEqual([expect.stringMatching(/Signed before:[^]*Shown now:/)])
    expect(watched.alarm).toContain('differ')
    expect(alarm).toBe(watched.alarm)
    expect(state).toEqual(before)
  })

  it('signs one of two that come at once', async () => {
    log.become(history(100))
    await submit(await request(0, 10))
    const both = await Promise.all([submit(await request(10, 60)), submit(await request(10, 90))])
    expect(both.map(({ status }) => status)).toEqual([200, 409])
    expect(seenSize()).toBe(60)
  })

  it('parses what it writes', () => {
    const sent = { old: 7, proof: [nodeSha256(toUtf8('a'))], note: 'a\n\nb' }
    expect(parseAddCheckpoint(formatAddCheckpoint(sent))).toEqual(sent)
    const line = 'A'.repeat(43)
    expect(() => parseAddCheckpoint(`old 7\n${`${line}=\n`.repeat(64)}\n`)).toThrow(/too long/)
  })
})

/** Time that passes only when the test says so. */
const steppedTimers = () => {
  let now = 0
  const sleeping = new Set<() => void>()
  const timers: Timers = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const due = now + ms
        const wake = () => {
          if (now < due) return
          sleeping.delete(wake)
          resolve()
        }
        sleeping.add(wake)
        signal?.addEventListener('abort', () => {
          sleeping.delete(wake)
          reject(new Error('aborted'))
        })
      }),
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
  const advance = async (ms: number) => {
    await settled()
    now += ms
    for (const wake of sleeping) wake()
    await settled()
  }
  return { timers, advance }
}

describe('a log that asks a witness', () => {
  let server: Awaited<ReturnType<typeof publish>>
  let url: string
  beforeEach(async () => {
    server = await publish(witness(), { port: 0, host: '127.0.0.1' })
    const { port } = server.address() as AddressInfo // oxlint-disable-line typescript/no-unsafe-type-assertion
    url = `http://127.0.0.1:${port}`
  })
  afterEach(() => server.close())

  let logger: ReturnType<typeof keptLog>['log']
  let lines: ReturnType<typeof keptLog>['lines']
  beforeEach(() => {
    ;({ log: logger, lines } = keptLog())
  })
  const partsOf = (known: readonly NoteVerifier[] = [witnessKey]): CosigningParts => ({
    newest: async () => {
      const note = await log.checkpoint()
      const { size, root } = parseCheckpoint(parseNote(note).text)
      return size === 0 ? null : { size, root, note }
    },
    proof: async (old, size) => (await log.client.consistency(old, size)).map(fromBase64),
    store: async (_size, note) => {
      let found = 0
      for (const key of known) {
        const { ok } = await verifyNote(note, key)
        const isThere = note.signatures.some(({ name }) => name === key.name)
        if (isThere && !ok) throw new BadCosignature('not good')
        if (ok) found += 1
      }
      return { known: found }
    },
    log: logger,
  })
  const asking = (ask: AskWitness = askWitnessAt(`${url}/`), known?: readonly NoteVerifier[]) =>
    createAsking(partsOf(known), ask)

  it('gets its signature, proves growth, and learns after a restart where the witness is', async () => {
    const first = asking()
    log.become(history(5))
    expect(await first.round()).toBe(true)
    log.become(history(300))
    expect(await first.round()).toBe(true)
    expect([seenSize(), first.signed(), first.behindSeconds()]).toEqual([300, 300, 0])
    log.become(history(400))
    expect(await asking().round()).toBe(true)
    expect(seenSize()).toBe(400)
    const served = await fetch(`${url}/${originHash('log.example/test')}/checkpoint`)
    expect(await served.text()).toBe(state?.note)
    expect(await (await fetch(`${url}/checkpoint`)).text()).toBe(state?.note)
    expect(await (await fetch(url)).text()).toContain('The log has been consistent at every look.')
    const large = await fetch(`${url}/add-checkpoint`, { method: 'POST', body: 'x'.repeat(300_000) })
    expect(large.status).toBe(400)
  })

  it('raises the alarm when the witness has seen another history, or more of this one', async () => {
    const asked = asking()
    log.become(history(100))
    await asked.round()
    log.become(history(150).with(42, 'another'))
    await expect(asked.round()).rejects.toMatchObject({ reason: 'inconsistent' })
    expect(asked.behindSeconds()).toBeGreaterThan(0)
    log.become(history(60))
    await expect(asking().round()).rejects.toMatchObject({
      reason: 'rolled_back',
      message: 'it has signed 100 events, and this log has 60',
    })
  })

  it('raises the alarm when a witness refuses what it was told right: it has another tree of this size', async () => {
    log.become(history(100))
    // Some answer another root of one size with a conflict that names no size, others with the size itself.
    for (const answer of [
      { kind: 'refused', status: 409, why: '' },
      { kind: 'other_size', size: 100 },
    ] as const) {
      const told: number[] = []
      const asked = asking(async ({ old }) => {
        told.push(old)
        return old === 100 ? answer : { kind: 'other_size', size: 100 }
      })
      await expect(asked.round()).rejects.toMatchObject({
        reason: 'inconsistent',
        message: expect.stringContaining('it has signed another tree of 100 events'),
      })
      expect(told).toEqual([0, 100])
    }
    // Before it has said what it signed, a conflict without a size says nothing of this log.
    const vague = asking(async () => ({ kind: 'refused', status: 409, why: '' }))
    await expect(vague.round()).rejects.toMatchObject({ reason: 'refused' })
  })

  it.each([0, 3])('takes it for a refusal when a witness answers %i for ever, and pauses', async (size) => {
    log.become(history(100))
    let asked = 0
    const answer: AskWitness = async () => {
      asked += 1
      return { kind: 'other_size', size }
    }
    await expect(asking(answer).round()).rejects.toMatchObject({
      reason: 'refused',
      message: `it answers each time that it has signed another size, now ${size}`,
    })
    asked = 0
    const clock = steppedTimers()
    const { metrics, start } = createCosigning({
      ...partsOf(),
      timers: clock.timers,
      random: () => 0.5,
      witnesses: [{ url: 'https://w.example', ask: answer }],
    })
    const cosigning = start()
    try {
      await eventually(() => lines.length > 0, 'it is reported')
      for (let seconds = 0; seconds < 60; seconds += 1) await clock.advance(1_000)
      expect(asked / 3).toBeLessThanOrEqual(6)
      expect(lines).toEqual([expect.objectContaining({ level: 'warn' })])
      const texts = await Promise.all(metrics.map(async (metric) => JSON.stringify(await metric.get())))
      expect(texts.join()).toContain('"labels":{"witness":"w.example","reason":"refused"}')
    } finally {
      await Promise.all(cosigning.processes.map(({ stop }) => stop()))
    }
  })

  it('says what keeps a witness from being reached', async () => {
    log.become(history(5))
    server.closeAllConnections()
    server.close()
    await expect(asking().round()).rejects.toThrow(/fetch failed: .*ECONNREFUSED/)
    const unknown = asking(askWitnessAt('http://witness.invalid'))
    await expect(unknown.round()).rejects.toThrow(/fetch failed: .*(ENOTFOUND|EAI_AGAIN)/)
  })

  it('says why else it has no signature', async () => {
    log.become(history(5))
    const stranger = await readVerifierKey((await makeNoteKeys('stranger.example', 'witness')).verifierKey)
    await expect(asking(undefined, [stranger]).round()).rejects.toMatchObject({ reason: 'unknown_key' })
    const answering = (answer: Awaited<ReturnType<AskWitness>>) => asking(async () => answer).round()
    const lines = (await log.checkpoint()).split('\n').slice(-2, -1)
    for (const [answer, reason] of [
      [{ kind: 'signed', lines: 'hello\n' }, 'bad_signature'],
      [{ kind: 'signed', lines: '' }, 'bad_signature'],
      [
        { kind: 'signed', lines: lines.join('').replace('log.example/test', 'witness.example') },
        'bad_signature',
      ],
      [{ kind: 'refused', status: 404, why: '' }, 'unknown_log'],
      [{ kind: 'refused', status: 403, why: '' }, 'unknown_log'],
      [{ kind: 'refused', status: 400, why: '' }, 'refused'],
      [{ kind: 'unreachable', why: '' }, 'unreachable'],
    ] as const)
      await expect(answering(answer), JSON.stringify(answer)).rejects.toMatchObject({ reason })
    await expect(answering({ kind: 'signed', lines: '\n' })).rejects.toThrow(
      'it answers 200 without a signature',
    )
    server.closeAllConnections()
    server.close()
    await expect(asking().round()).rejects.toMatchObject({ reason: 'unreachable' })
  })

  it('asks once after many seals while the witness is away, and reports it once', async () => {
    log.become(history(5))
    let asked = 0
    const ask: AskWitness = async () => {
      asked += 1
      return { kind: 'unreachable', why: 'gone' }
    }
    const clock = steppedTimers()
    const { metrics, start } = createCosigning({
      ...partsOf(),
      timers: clock.timers,
      witnesses: [{ url: 'https://w.example/prefix/', ask }],
    })
    const cosigning = start()
    try {
      await eventually(() => lines.length > 0, 'it is reported')
      for (let i = 0; i < 5; i += 1) {
        cosigning.sealed()
        await clock.advance(250)
      }
      expect(asked).toBe(1)
      await clock.advance(1_000)
      await eventually(() => asked === 2, 'it is asked again')
      cosigning.sealed()
      await clock.advance(2_500)
      expect(asked).toBe(2)
      expect(lines).toEqual([
        expect.objectContaining({
          level: 'warn',
          object: { witness: 'w.example/prefix', reason: 'unreachable', why: 'gone' },
        }),
      ])
      for (const { health } of cosigning.processes) expect(health()).toEqual({ ok: true })
      const texts = await Promise.all(metrics.map(async (metric) => JSON.stringify(await metric.get())))
      expect(texts.join()).toContain('"labels":{"witness":"w.example/prefix","reason":"unreachable"}')
    } finally {
      await Promise.all(cosigning.processes.map(({ stop }) => stop()))
    }
  })
})

describe('consistency from tiles', () => {
  const SIZE = 66_000
  const tree = createMerkleTree(nodeSha256)
  const hashes: Bytes[][] = [[]]
  const above = (row: readonly Bytes[]): Bytes[] => {
    const next: Bytes[] = []
    for (let at = 0; at + 256 <= row.length; at += 256) {
      let some = row.slice(at, at + 256)
      while (some.length > 1)
        some = some.flatMap((left, i) => {
          const right = some[i + 1]
          return i % 2 === 0 && right ? [nodeSha256(nodeInput(left, right))] : []
        })
      next.push(...some)
    }
    return next
  }
  for (let i = 0; i < SIZE; i += 1) hashes[0]?.push(tree.leafHash(tree.append(toUtf8(`event ${i}`))))
  for (let level = 0; (hashes[level]?.length ?? 0) >= 256; level += 1) hashes.push(above(hashes[level] ?? []))
  const fetchTile = async ({ level, index, width }: TileName): Promise<Bytes> =>
    joined(...(hashes[level] ?? []).slice(index * 256, index * 256 + width))

  it('is the proof that the log would give', async () => {
    for (const [first, second] of [
      [1, 2],
      [3, 7],
      [255, 256],
      [256, 257],
      [511, 70_0],
      [300, 65_536],
      [65_536, SIZE],
      [65_537, SIZE],
      [40_001, SIZE],
    ] as const) {
      const proof = await consistencyFromTiles(first, second, fetchTile, nodeSha256)
      expect(proof.map(toHex), `${first} to ${second}`).toEqual(
        tree.consistencyProof(first, second).map(toHex),
      )
    }
    const short = async (name: TileName) => (await fetchTile(name)).slice(32)
    await expect(consistencyFromTiles(3, 7, short, nodeSha256)).rejects.toThrow(/another size/)
  })

  it('names tiles as C2SP does', () => {
    expect(numberedPath(1_234_067, 256)).toBe('x001/x234/067')
    expect(numberedPath(0, 5)).toBe('000.p/5')
    expect([...tilesOf(70_000)].filter(({ width }) => width < 256)).toEqual([
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ])
  })
})
