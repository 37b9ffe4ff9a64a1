import { createPublicKey, verify } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fromBase64 } from '../../../events/proof/byte-text.ts'
import { makeNoteKeys, readCosignerKey, readVerifierKey } from '../../../events/proof/note-keys.ts'
import { parseNote, verifyNote } from '../../../events/proof/signed-note.ts'
import { LogRefused, LogUnreachable, type LogClient } from '../../../api/witness/log-client.ts'
import { witnessRound } from '../../../api/witness/round.ts'
import { readLogKey } from '../../../api/witness/watched-log.ts'
import { processStart } from '../../../api/witness/lock.ts'
import { openWitnessFiles, type WitnessFiles } from '../../../api/witness/state.ts'
import { createFakeLog, type FakeLog } from '../../support/fake-log.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const history = (count: number): string[] => Array.from({ length: count }, (_, i) => `event ${i}`)

let dir: string
let files: WitnessFiles
let log: FakeLog
let witnessKey: string
let signerKey: string
beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'youtility-witness-'))
  files = openWitnessFiles(dir)
  log = await createFakeLog()
  ;({ signerKey, verifierKey: witnessKey } = await makeNoteKeys('witness.example', 'witness'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const look = async (client: Partial<LogClient> = {}, logKey: string | null = log.verifierKey) =>
  witnessRound({
    client: { ...log.client, ...client },
    files,
    signer: await readCosignerKey(signerKey, () => NOW),
    logKeys: logKey === null ? [] : [await readLogKey(logKey)],
  })
const isCosigned = async (text: string) => verifyNote(parseNote(text), await readVerifierKey(witnessKey))

describe('a witness', () => {
  it('signs a log that grows, each time after a proof, and hands the signature back', async () => {
    log.become(history(5))
    expect(await look()).toEqual({ kind: 'cosigned', size: 5, first: true, delivered: true })
    log.become(history(300))
    expect(await look()).toEqual({ kind: 'cosigned', size: 300, first: false, delivered: true })
    expect(await look()).toEqual({ kind: 'unchanged', size: 300 })
    expect(log.delivered).toHaveLength(2)
    for (const note of log.delivered) expect(await isCosigned(note)).toEqual({ ok: true })
    expect(files.load()).toMatchObject({ note: log.delivered[1], delivered: true })
  })

  it('remembers before it shows its signature, and hands over later what was lost', async () => {
    log.become(history(5))
    const lost = async () => {
      expect(files.load()).toMatchObject({ delivered: false })
      throw new LogUnreachable('gone')
    }
    expect(await look({ deliver: lost })).toMatchObject({ kind: 'cosigned', delivered: false })
    expect(await look()).toEqual({ kind: 'unchanged', size: 5 })
    expect(log.delivered).toEqual([files.load()?.note])
  })

  it('takes the key that the log tells at the first sight only', async () => {
    log.become(history(2))
    expect(await look({}, null)).toMatchObject({ kind: 'cosigned' })
    const other = await createFakeLog()
    other.become(history(3))
    expect(await look(other.client, null)).toMatchObject({ kind: 'refused', code: 'not_signed' })
  })
})

describe('what a witness refuses, and forgets nothing over', () => {
  let before: unknown
  beforeEach(async () => {
    log.become(history(100))
    await look()
    before = files.load()
  })
  afterEach(() => {
    expect(files.load()).toEqual(before)
    expect(log.delivered).toHaveLength(1)
  })

  it('a fork: one event changed, longer', async () => {
    log.become(history(150).with(42, 'another'))
    expect(await look()).toMatchObject({
      kind: 'refused',
      code: 'forked',
      why: expect.stringContaining('do not continue the 100 last seen'),
    })
  })

  it.each([
    ['changed', (events: string[]) => events.with(42, 'another')],
    ['dropped', (events: string[]) => events.toSpliced(42, 1)],
    ['inserted', (events: string[]) => events.toSpliced(42, 0, 'another')],
    ['duplicated', (events: string[]) => events.toSpliced(42, 0, 'event 42')],
    ['reordered', (events: string[]) => events.with(42, 'event 43').with(43, 'event 42')],
  ])('a history with an event %s', async (_, forged) => {
    log.become(forged(history(150)))
    expect(await look()).toMatchObject({ kind: 'refused', code: 'forked' })
    log.become(forged(history(100)))
    const outcome = await look()
    expect(outcome.kind).toBe('refused')
  })

  it('a fork of the same size', async () => {
    log.become(history(100).with(99, 'another'))
    expect(await look()).toMatchObject({ kind: 'refused', code: 'forked' })
  })

  it('a roll-back, even to what it once signed', async () => {
    log.become(history(60))
    const outcome = await look()
    expect(outcome).toMatchObject({ kind: 'refused', code: 'rolled_back' })
    expect(outcome).toMatchObject({ why: 'The log shows 60 events; it had 100 when last seen' })
  })

  it('a log that will not prove, or proves something else', async () => {
    log.become(history(150))
    const refuses = async () => {
      throw new LogRefused('404')
    }
    expect(await look({ consistency: refuses })).toMatchObject({ kind: 'refused', code: 'not_proven' })
    expect(await look({ consistency: async () => ['not base64'] })).toMatchObject({ code: 'not_proven' })
    expect(await look({ consistency: async () => [] })).toMatchObject({ code: 'forked' })
  })

  it('a checkpoint by another key, of another log, or none at all', async () => {
    const other = await createFakeLog()
    other.become(history(150))
    expect(await look(other.client)).toMatchObject({ kind: 'refused', code: 'not_signed' })
    const named = await createFakeLog('other.example/log')
    named.become(history(150))
    expect(await look(named.client)).toMatchObject({ kind: 'refused', code: 'not_signed' })
    expect(await look({ checkpoint: async () => 'hello' })).toMatchObject({
      code: 'malformed',
      offered: 'hello',
    })
  })

  it('and it only waits while the log cannot be reached', async () => {
    const away = async () => {
      throw new LogUnreachable('gone')
    }
    expect(await look({ checkpoint: away })).toEqual({ kind: 'unreachable', why: 'gone' })
    log.become(history(150))
    expect(await look({ consistency: away })).toEqual({ kind: 'unreachable', why: 'gone' })
  })
})

describe("a witness' memory", () => {
  it('belongs to one process, until that has ended', () => {
    const lock = path.join(dir, 'lock')
    const parent = process.ppid
    for (const held of [`${parent} ${processStart(parent)}\n`, String(parent)]) {
      writeFileSync(lock, held)
      expect(() => openWitnessFiles(dir)).toThrow(
        new RegExp(
          `Process ${parent} is a witness on .* already, by .*/lock\\. If that process is something else`,
        ),
      )
    }
    // An id that is free, one that another process has got since, a lock that was cut short, and our own id.
    for (const stale of ['999999999 1\n', `${parent} another start\n`, '', 'x', `${process.pid} before\n`]) {
      writeFileSync(lock, stale)
      openWitnessFiles(dir).release()
      expect(readdirSync(dir)).not.toContain('lock')
    }
    const again = openWitnessFiles(dir)
    expect(readFileSync(lock, 'utf8')).toBe(`${process.pid} ${processStart(process.pid)}\n`)
    expect(readdirSync(dir)).toEqual(['lock'])
    again.release()
  })

  it('is not held by a process that has ended and that nobody has collected', async () => {
    // bash, stopped, does not collect its child.
    const bash = spawn('bash', ['-c', 'sleep 0 & echo $!; kill -STOP $$'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    try {
      const [output] = await once(bash.stdout, 'data')
      const pid = Number(String(output))
      await expect.poll(() => processStart(pid)).toBeNull()
      expect(() => process.kill(pid, 0)).not.toThrow()
    } finally {
      bash.kill('SIGKILL')
    }
  })

  it('is never begun anew because it cannot be read', async () => {
    writeFileSync(path.join(dir, 'state.json'), '{"note":')
    log.become(history(5))
    expect(await look()).toMatchObject({ kind: 'failed', why: expect.stringContaining('is damaged') })
    expect(log.delivered).toEqual([])
  })

  it('is not touched by a write that was cut short', async () => {
    log.become(history(5))
    await look()
    writeFileSync(path.join(dir, 'state.json.new'), '{"no')
    expect(await look()).toEqual({ kind: 'unchanged', size: 5 })
  })
})

describe('a cosignature', () => {
  it('is that of C2SP tlog-cosignature: the time, and a signature over time and text', async () => {
    log.become(history(5))
    await look()
    const note = parseNote(log.delivered[0] ?? '')
    const line = note.signatures.at(-1)
    expect(line?.name).toBe('witness.example')
    const typeAndKey = fromBase64(witnessKey.split('+').slice(2).join('+'))
    expect(typeAndKey[0]).toBe(4)
    const bytes = line?.signature ?? new Uint8Array()
    expect(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)).toBe(BigInt(NOW.getTime() / 1_000))
    const x = Buffer.from(typeAndKey.slice(1)).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const message = `cosignature/v1\ntime ${NOW.getTime() / 1_000}\n${note.text}`
    expect(verify(null, Buffer.from(message), key, bytes.slice(8))).toBe(true)
  })
})
