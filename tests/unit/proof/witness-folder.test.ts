import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerAddCheckpoint } from '../../../api/witness/add-checkpoint.ts'
import { createLook } from '../../../api/witness/look.ts'
import { publish, replyTo } from '../../../api/witness/publish.ts'
import type { Outcome } from '../../../api/witness/round.ts'
import { openWitnessFiles } from '../../../api/witness/state.ts'
import { readLogKey, watchLog, type WatchedLog } from '../../../api/witness/watched-log.ts'
import { originHash } from '../../../api/proof/origin-hash.ts'
import { formatAddCheckpoint } from '../../../events/proof/add-checkpoint.ts'
import { fromBase64 } from '../../../events/proof/byte-text.ts'
import { formatCheckpoint, parseCheckpoint } from '../../../events/proof/checkpoint.ts'
import { makeNoteKeys, readCosignerKey, type NoteSigner } from '../../../events/proof/note-keys.ts'
import { lineOf, parseNote, signNote } from '../../../events/proof/signed-note.ts'
import { createFakeLog, type FakeLog } from '../../support/fake-log.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const now = () => NOW
const history = (count: number): string[] => Array.from({ length: count }, (_, i) => `event ${i}`)

let dir: string
let signer: NoteSigner
const opened: { release: () => void }[] = []
beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'youtility-folder-'))
  const { signerKey } = await makeNoteKeys('witness.example', 'witness')
  signer = await readCosignerKey(signerKey, now)
})
afterEach(() => {
  for (const { release } of opened.splice(0)) release()
  rmSync(dir, { recursive: true, force: true })
})

/** Watches a log with the state in this folder, as a process does at its start. */
const watch = async (log: FakeLog, name: string, ...keys: readonly string[]): Promise<WatchedLog> => {
  const files = openWitnessFiles(path.join(dir, name))
  opened.push(files)
  return watchLog({ keys: await Promise.all(keys.map(readLogKey)), files, client: log.client })
}
const restarted = async (log: FakeLog, name: string): Promise<WatchedLog> => {
  for (const { release } of opened.splice(0)) release()
  return watch(log, name, log.verifierKey)
}
const get = (logs: readonly WatchedLog[], url: string) =>
  replyTo({ logs, signer, now }, { method: 'GET', url, body: async () => '' })
const submit = (logs: readonly WatchedLog[], body: string) => answerAddCheckpoint({ logs, signer, now }, body)
const sizeIn = ({ files }: WatchedLog): number => {
  const state = files.load()
  return state === null ? 0 : parseCheckpoint(parseNote(state.note).text).size
}
const honest = async (log: FakeLog, old: number, size: number): Promise<string> => {
  const proof = old === 0 || old === size ? [] : await log.client.consistency(old, size)
  return formatAddCheckpoint({ old, proof: proof.map(fromBase64), note: await log.checkpoint(size) })
}

describe('what a witness stores', () => {
  it('can be read by its own reader: after each answer 200 the next honest request is signed', async () => {
    const log = await createFakeLog()
    const stranger = await createFakeLog('stranger.example/log')
    log.become(history(40))
    const watched = await watch(log, 'state', log.verifierKey)
    /** A checkpoint with lines of the log and of others, as often as anyone likes, and with long extension lines. */
    const Request = fc.record({
      grows: fc.integer({ min: 0, max: 3 }),
      own: fc.constantFrom(1, 2, 62, 63, 64),
      others: fc.constantFrom(0, 0, 0, 1, 62),
      // The longest leave the log's line room, and that of the witness none.
      extension: fc.oneof(fc.constant(0), fc.integer({ min: 99_600, max: 99_900 })),
    })
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(Request, async ({ grows, own, others, extension }) => {
        const old = sizeIn(watched)
        const size = Math.min(old + grows, 38)
        const { root } = parseCheckpoint(parseNote(await log.checkpoint(size)).text)
        const extensions = extension === 0 ? [] : ['x'.repeat(extension)]
        const text = formatCheckpoint({ origin: log.signer.name, size, root, extensions })
        const [byLog] = (await signNote(text, log.signer)).signatures
        const [byOther] = (await signNote(text, stranger.signer)).signatures
        if (!byLog || !byOther) throw new Error('Nothing was signed')
        const lines = lineOf(byLog).repeat(own) + lineOf(byOther).repeat(others)
        const proof = old === 0 || old === size ? [] : await log.client.consistency(old, size)
        const head = [`old ${old}`, ...proof, '', ''].join('\n')
        const { status } = await submit([watched], `${head}${text}\n${lines}`)
        if (status === 200) accepted += 1
        else expect(status).toBe(400)
        expect((await get([watched], '/')).status).toBe(200)
        const last = sizeIn(watched)
        expect(await submit([watched], await honest(log, last, last + 1))).toMatchObject({ status: 200 })
        expect(sizeIn(watched)).toBe(last + 1)
        // Back to the beginning, so that the log is never at its end.
        if (last > 30) rmSync(path.join(dir, 'state/state.json'))
      }),
      { numRuns: 40 },
    )
    expect(accepted).toBeGreaterThan(5)
    // A look of its own stores what the log serves by the same rule.
    const [line = ''] = (await log.checkpoint()).split('\n').slice(-2)
    const many = {
      ...log.client,
      checkpoint: async () => `${await log.checkpoint()}${`${line}\n`.repeat(63)}`,
    }
    const outcomes: Outcome[] = []
    const look = createLook(watched, many, signer, (outcome) => outcomes.push(outcome))
    expect(await look()).toMatchObject({ kind: 'cosigned', size: 40 })
    expect(await look()).toMatchObject({ kind: 'unchanged', size: 40 })
  })

  it('is refused before it is written, and the state is as before', async () => {
    const log = await createFakeLog()
    log.become(history(5))
    const { files } = await watch(log, 'state')
    files.save({ note: await log.checkpoint(), delivered: true, logKey: log.verifierKey })
    const before = files.load()
    expect(() => files.save({ note: 'hello', delivered: true, logKey: '' })).toThrow(/A note is/)
    expect(files.load()).toEqual(before)
  })
})

describe('one log’s state', () => {
  it('is no matter of the others', async () => {
    const [bad, good, late] = [
      await createFakeLog('bad.example/log'),
      await createFakeLog('good.example/log'),
      await createFakeLog('late.example/log'),
    ]
    for (const log of [bad, good, late]) log.become(history(5))
    // Of the first no key was given: its name is in its state alone.
    const logs = [
      await watch(late, 'late'),
      await watch(bad, 'bad', bad.verifierKey),
      await watch(good, 'good', good.verifierKey),
    ]
    for (const name of ['late', 'bad']) writeFileSync(path.join(dir, name, 'state.json'), '{"note":"hello"')
    const report: Outcome[] = []
    for (const log of logs)
      if (log.client) await createLook(log, log.client, signer, (outcome) => report.push(outcome))()
    expect(report.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'cosigned'])
    expect(report[1]).toMatchObject({ why: expect.stringContaining('bad/state.json is damaged') })

    const page = await get(logs, '/')
    expect(page.status).toBe(200)
    expect(page.text.match(/cannot be read/g)).toHaveLength(2)
    expect(page.text.match(/consistent at every look/g)).toHaveLength(1)
    expect((await get(logs, `/${originHash('good.example/log')}/checkpoint`)).status).toBe(200)
    expect((await get(logs, `/${originHash('bad.example/log')}/checkpoint`)).status).toBe(500)
    expect(await submit(logs, await honest(good, 5, 5))).toMatchObject({ status: 200 })
    expect(await submit(logs, await honest(bad, 0, 5))).toMatchObject({
      status: 500,
      text: expect.stringContaining('Its operator must put it right'),
    })
  })

  it('is one for all keys of a log, which are all trusted', async () => {
    const log = await createFakeLog()
    const newer = await createFakeLog()
    for (const one of [log, newer]) one.become(history(9))
    const watched = await watch(log, 'state', log.verifierKey, newer.verifierKey)
    expect(await submit([watched], await honest(log, 0, 4))).toMatchObject({ status: 200 })
    expect(await submit([watched], await honest(newer, 4, 9))).toMatchObject({ status: 200 })
    expect(watched.files.load()?.logKey).toBe(newer.verifierKey)
    const stranger = await createFakeLog()
    stranger.become(history(9))
    expect(await submit([watched], await honest(stranger, 9, 9))).toMatchObject({ status: 403 })
  })
})

describe('the alarm of a witness', () => {
  it('outlives its process, until an operator takes it away', async () => {
    const log = await createFakeLog()
    log.become(history(10))
    const watched = await watch(log, 'state', log.verifierKey)
    await submit([watched], await honest(log, 0, 10))
    log.become(history(10).with(3, 'another'))
    expect(await submit([watched], await honest(log, 10, 10))).toMatchObject({ status: 422 })
    log.become(history(10))

    const again = await restarted(log, 'state')
    expect((await get([again], '/')).text).toContain(`ALARM: ${NOW.toISOString()}: `)
    expect((await get([again], '/')).text).not.toContain('consistent at every look')
    rmSync(path.join(dir, 'state/alarm.txt'))
    const cleared = await restarted(log, 'state')
    expect((await get([cleared], '/')).text).toContain('consistent at every look')
  })

  it('comes from a look as well, while an answer that proves nothing is forgotten', async () => {
    const log = await createFakeLog()
    log.become(history(10))
    const watched = await watch(log, 'state', log.verifierKey)
    let offered = await log.checkpoint()
    const client = { ...log.client, checkpoint: async () => offered }
    const look = createLook(watched, client, signer, () => {})
    await look()
    offered = 'nonsense'
    expect(await look()).toMatchObject({ code: 'malformed' })
    expect((await get([watched], '/')).text).toContain('Last refusal: ')
    expect((await restarted(log, 'state')).alarm).toBeNull()
    log.become(history(7))
    offered = await log.checkpoint()
    expect(await look()).toMatchObject({ code: 'rolled_back' })
    expect((await restarted(log, 'state')).alarm).toContain('The log shows 7 events; it had 10')
  })
})

describe('evidence', () => {
  it('is kept once, and not without end: a log that answers ever new nonsense fills no disk', async () => {
    const log = await createFakeLog()
    log.become(history(10))
    const watched = await watch(log, 'state', log.verifierKey)
    let answers = 0
    const look = createLook(
      watched,
      { ...log.client, checkpoint: async () => `nonsense ${(answers += 1) % 2}` },
      signer,
      () => {},
    )
    for (let times = 0; times < 6; times += 1) await look()
    const files = () => readdirSync(path.join(dir, 'state')).filter((name) => name.startsWith('evidence-'))
    expect(files()).toHaveLength(2)
    for (let times = 0; times < 40; times += 1)
      watched.files.saveEvidence('malformed', `nonsense ${times}`, NOW)
    expect(files()).toHaveLength(20)
    watched.files.saveEvidence('forked', 'two trees', NOW)
    expect(files()).toHaveLength(21)
  })
})

it('a witness answers an address without a name, and a body that it does not take', async () => {
  const log = await createFakeLog()
  const watched = await watch(log, 'state', log.verifierKey)
  for (const url of ['//', '/\\', '///checkpoint', '/%', '/?//'])
    expect([200, 404]).toContain((await get([watched], url)).status)
  const server = await publish({ logs: [watched], signer, now }, { port: 0, host: '127.0.0.1' })
  try {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const answer = await fetch(`http://127.0.0.1:${port}/add-checkpoint`, {
      method: 'POST',
      body: 'x'.repeat(5_000_000),
    })
    expect([answer.status, await answer.text()]).toEqual([400, 'The request is too large, or no text.\n'])
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
