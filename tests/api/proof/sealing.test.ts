import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toHex } from '../../../events/proof/byte-text.ts'
import { formatCheckpoint, parseCheckpoint } from '../../../events/proof/checkpoint.ts'
import { readLogEnd } from '../../../events/proof/log-end.ts'
import { nodeSha256 } from '../../../events/proof/node-sha256.ts'
import {
  makeNoteKeys,
  readCosignerKey,
  readSignerKey,
  readVerifierKey,
} from '../../../events/proof/note-keys.ts'
import { NO_QUORUM } from '../../../events/proof/quorum.ts'
import { formatNote, lineOf, parseNote, signNote } from '../../../events/proof/signed-note.ts'
import { openArchive } from '../../../api/proof/archive.ts'
import { takeCosignatures } from '../../../api/proof/cosignatures.ts'
import {
  checkpointOf,
  checkpointOver,
  purgeCheckpoints,
  saveCheckpoint,
  saveCosignature,
} from '../../../api/proof/checkpoints.ts'
import { createLogClient } from '../../../api/witness/log-client.ts'
import { witnessRound } from '../../../api/witness/round.ts'
import { developmentWitnessKey } from '../../../api/proof/keys.ts'
import { openWitnessFiles } from '../../../api/witness/state.ts'
import { ledgerOn } from '../ledger-cli/ledger-run.ts'
import { rebuildProjections } from '../../../projections/rebuild.ts'
import { goodReceipt, keysOf } from '../../support/proof-calls.ts'
import { eventually, keptLog } from '../../support/read-models.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { refusal, sends } from '../../support/wallet-calls.ts'

let server: TestServer
const start = async () => {
  server = await startTestServer()
  await eventually(async () => (await newest()) !== null, 'the first checkpoint')
}
const stop = () => server?.stop()

const newest = async (): Promise<string | null> => {
  const response = await fetch(`${server.url}/api/ledger/checkpoint`)
  return response.ok ? response.text() : null
}
const sizeOf = (note: string | null): number =>
  note === null ? 0 : parseCheckpoint(parseNote(note).text).size
const sealedTo = async (position: string): Promise<void> => {
  await eventually(async () => sizeOf(await newest()) >= Number(position), 'it is sealed')
}
const pay = async (): Promise<string> => {
  const ada = await server.signIn('ada')
  return (await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '1.00' })).position
}
const processHealth = async (): Promise<string> => {
  const { checks } = await (await fetch(`${server.url}/api/health`)).json()
  return checks.processes.ok === true ? '' : String(checks.processes.detail)
}
const tamper = async (sql: string): Promise<void> => {
  await server.pool.query(`
    alter table event_store.event disable trigger append_only;
    ${sql};
    alter table event_store.event enable trigger append_only`)
}
const rebuild = () =>
  rebuildProjections({
    store: server.ledger.store,
    url: server.ownerUrl,
    log: keptLog().log,
  })

describe('what was sealed and is tampered with', () => {
  beforeEach(start)
  afterEach(stop)

  it('is not sealed otherwise: a log that was changed and rebuilt is a fork, and nothing is signed any more', async () => {
    await sealedTo(await pay())
    const before = await newest()
    await tamper(
      `update event_store.event set data = replace(data, '"100"', '"900"') where type = 'TransferSent'`,
    )
    await rebuild()
    await pay()
    await eventually(async () => (await processHealth()).includes('forked'), 'health says so')
    expect(await processHealth()).toMatch(/its first \d+ events are not those that were sealed/)
    expect(await newest()).toBe(before)
    expect(server.logged()).toContain('Nothing is signed')
  })

  it('is not rolled back: a log that lost its end is found, even when the database forgot the checkpoint too', async () => {
    await sealedTo(await pay())
    await tamper(`
      delete from event_store.event where position = (select max(position) from event_store.event);
      update event_store.head set position = position - 1`)
    await rebuild()
    // Not earlier: as long as the tree was complete, the sealer saved its newest checkpoint again.
    await server.pool.query('delete from app.log_checkpoint')
    await server.restart()
    // Events that processes append to the shorter log turn the roll-back into a fork.
    await eventually(async () => /rolled back|forked/.test(await processHealth()), 'health says so')
    expect(await newest()).toBeNull()
  })

  it('is found to be changed without anybody asking, and the projection stops', async () => {
    await sealedTo(await pay())
    await tamper(
      `update event_store.event set data = replace(data, '"100"', '"900"') where type = 'TransferSent'`,
    )
    await server.restart() // checks everything again at once
    await eventually(
      async () => (await processHealth()).includes('is not what was sealed there'),
      'health says so',
    )
    expect(await processHealth()).toMatch(
      /event \S+ of type TransferSent in stream wallet-\S+ at position \d+/,
    )
    await pay()
    const { checks } = await (await fetch(`${server.url}/api/health`)).json()
    await eventually(
      async () => {
        const ready = await (await fetch(`${server.url}/api/health`)).json()
        return String(ready.checks.projections.detail).includes('merkle: failed')
      },
      `the projection stops: ${JSON.stringify(checks)}`,
    )
  })
})

describe('a log that lost what was sealed', () => {
  beforeEach(start)
  afterEach(stop)

  it('is ended by a signed statement, and without one nothing is signed, also with an empty archive', async () => {
    const { checkpointDir, dataDir } = server.config
    const ledger = ledgerOn(server.ownerUrl, undefined, { NODE_ENV: 'test', DATA_DIR: dataDir })
    const stopServer = () => expect(server.restart({ host: '203.0.113.1' })).rejects.toThrow(/203/)
    const witnessKey = await makeNoteKeys('witness.example', 'witness')
    const witness = {
      client: createLogClient(server.url),
      files: openWitnessFiles(path.join(dataDir, 'a witness')),
      signer: await readCosignerKey(witnessKey.signerKey, () => new Date()),
      logKeys: [],
    }
    const cut = Number(await pay())
    await sealedTo(String(cut))
    const kept = sizeOf(await newest())
    await sealedTo(await pay())
    expect(await witnessRound(witness)).toMatchObject({ kind: 'cosigned' })
    const sealed = sizeOf(await newest())
    const { log: oldKey } = await witness.client.keys()

    // A backup that lacks the last seconds.
    await stopServer()
    await tamper(`
      delete from event_store.event where position > ${kept};
      update event_store.head set position = ${kept}`)
    expect(await ledger('reconcile')).toMatchObject({ exit: 0 })
    await server.restart()
    await eventually(async () => /rolled back|forked/.test(await processHealth()), 'health says so')
    await stopServer()
    await server.pool.query('delete from app.log_checkpoint where size > $1', [kept])
    const away = path.join(dataDir, 'away')
    renameSync(checkpointDir, away)
    await server.restart()
    await eventually(async () => (await processHealth()).includes('Bring the folder back'), 'health says so')
    await pay()
    expect(sizeOf(await newest())).toBe(kept)

    await stopServer()
    cpSync(away, checkpointDir, { recursive: true })
    const next = await makeNoteKeys('development.youtility.example/log/2')
    const keyFile = path.join(dataDir, 'next.key')
    writeFileSync(keyFile, next.signerKey)
    const ended = await ledger('end-log', '--new-key-file', keyFile)
    expect(ended).toMatchObject({ exit: 0, error: '' })
    expect(ended.out).toMatch(new RegExp(`^sealed ${sealed} .+\nkept ${kept} `, 'm'))

    await server.restart({ ledgerLogKey: next.signerKey })
    await sealedTo(await pay())
    expect(await newest()).toMatch(/^development.youtility.example\/log\/2\n/)
    expect(await processHealth()).toBe('')
    expect(await (await fetch(`${server.url}/api/ledger/ended`)).text()).toBe(ended.out)
    expect(await ledger('end-log', '--new-key-file', keyFile)).toMatchObject({ exit: 3 })

    const statement = path.join(dataDir, 'statement')
    const verify = async (text: string, key: string) => {
      writeFileSync(statement, text)
      return ledger('verify', statement, '--key', key)
    }
    expect(await verify(ended.out, oldKey)).toMatchObject({
      exit: 0,
      out: expect.stringContaining(
        `It had sealed ${sealed} events; the log after it begins with the first ${kept}`,
      ),
    })
    expect(await verify(ended.out.replace(`kept ${kept} `, `kept ${kept - 1} `), oldKey)).toMatchObject({
      exit: 1,
    })
    expect(await verify(ended.out, next.verifierKey)).toMatchObject({ exit: 1 })

    expect(await witnessRound(witness)).toMatchObject({ kind: 'refused' })
    const after = await readLogEnd(ended.out, [await readVerifierKey(oldKey)])
    const elsewhere = { ...after, kept: { ...after.kept, root: after.sealed.root } }
    expect(await witnessRound({ ...witness, after: elsewhere })).toMatchObject({ code: 'forked' })
    expect(await witnessRound({ ...witness, after })).toMatchObject({ kind: 'cosigned' })
    expect(await witnessRound(witness)).toMatchObject({ kind: 'unchanged' })
    witness.files.release()
  })
})

describe('what was sealed', () => {
  beforeAll(start)
  afterAll(stop)

  it('goes on over a restart and a rebuild with the same tree and key', async () => {
    const first = await newest()
    await rebuild()
    await server.restart()
    await sealedTo(await pay())
    expect(sizeOf(await newest())).toBeGreaterThan(sizeOf(first))
    expect((await keysOf(server.url)).told.former).toEqual([])
    expect(await processHealth()).toBe('')
  })

  it('is served after a crash between the archive and the database, and archived once', async () => {
    await sealedTo(await pay())
    const before = await newest()
    await server.pool.query('delete from app.log_checkpoint where size = $1', [sizeOf(before)])
    await server.restart()
    await eventually(async () => (await newest()) === before, 'it is there again')
    const lines = readdirSync(server.config.checkpointDir).flatMap((file) =>
      readFileSync(path.join(server.config.checkpointDir, file), 'utf8').trimEnd().split('\n'),
    )
    expect(new Set(lines.map((line) => JSON.parse(line).checkpoint)).size).toBe(lines.length)
  })

  it('is in the archive before it is served, whole lines only, whatever a crash left', async () => {
    const copy = path.join(server.config.dataDir, 'copy of the archive')
    cpSync(server.config.checkpointDir, copy, { recursive: true })
    const [file = ''] = readdirSync(copy)
    const full = path.join(copy, file)
    const note = openArchive(copy).newest()
    expect(note).toBe(await newest())
    writeFileSync(full, `${readFileSync(full, 'utf8')}{"at":"2026-`)
    const archive = openArchive(copy)
    expect(archive.newest()).toBe(note)
    await archive.append('another', `${file.slice(0, 7)}-28T00:00:00.000Z`)
    expect(archive.newest()).toBe('another')
  })

  describe('npm run witness', () => {
    const stateDir = () => path.join(server.config.dataDir, 'witness')
    const witness = (): Promise<{ code: number; said: string }> =>
      new Promise((resolve) => {
        const env = {
          ...process.env,
          NODE_ENV: 'test',
          DATA_DIR: server.config.dataDir,
          WITNESS_LEDGER_URL: server.url,
        }
        execFile(process.execPath, ['api/witness/main.ts', '--once'], { env }, (error, out, err) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: out + err }),
        )
      })

    it('is believed only where it is known, and only what it signed', async () => {
      const hand = (note: string) =>
        fetch(`${server.url}/api/ledger/witness`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ note }),
        })
      const note = (await newest()) ?? ''
      expect(await refusal(await hand(note))).toMatchObject({ status: 422, code: 'unknown_witness' })
      expect(await refusal(await hand('hello'))).toMatchObject({ status: 400, code: 'invalid_note' })
      const { text, signatures } = parseNote(note)
      const root = toHex(parseCheckpoint(text).root)
      expect(root).toHaveLength(64)
      const strange = formatNote({ text: text.replace(/\n\d+\n/, '\n999999\n'), signatures })
      expect(await refusal(await hand(strange))).toMatchObject({ status: 422, code: 'unknown_checkpoint' })
      // Nobody has configured this machine's witness: it is accepted, and named once it has signed.
      expect((await keysOf(server.url)).witnesses).toEqual([])
      const own = await developmentWitnessKey(server.config.dataDir)
      const known = await readVerifierKey((await readCosignerKey(own, () => new Date())).verifierKey)
      const forged = formatNote({
        text,
        signatures: [{ name: known.name, keyId: known.keyId, signature: new Uint8Array(72) }],
      })
      expect(await refusal(await hand(forged))).toMatchObject({ status: 422, code: 'bad_cosignature' })
    })

    it('is published with each of its keys and its newest time, and nothing else counts as accepted', async () => {
      const note = (await newest()) ?? ''
      const { text } = parseNote(note)
      const seconds = Math.floor(Date.now() / 1_000)
      const kept: string[] = []
      const keyed = async (name: string) => {
        const { signerKey, verifierKey } = await makeNoteKeys(name, 'witness')
        const verifier = await readVerifierKey(verifierKey)
        const at = async (time: number) =>
          signNote(text, await readCosignerKey(signerKey, () => new Date(time * 1_000)))
        const take = async (...times: readonly number[]) => {
          const { signatures } = await at(times[0] ?? 0)
          const more = await Promise.all(times.slice(1).map(at))
          const all = [...signatures, ...more.flatMap((one) => one.signatures)]
          return takeCosignatures(
            { pool: server.pool, witnesses: [verifier], now: new Date(seconds * 1_000) },
            formatNote({ text, signatures: all }),
          )
        }
        const line = async (time: number) => (await at(time)).signatures.map(lineOf).join('')
        return { take, line }
      }
      // The same witness with the key from before and with its new one.
      const [before, after] = [await keyed('rotating.example'), await keyed('rotating.example')]
      expect(await before.take(seconds - 100)).toMatchObject({ accepted: 1 })
      expect(await after.take(seconds - 50)).toMatchObject({ accepted: 1 })
      // Newer, the same again, older, and two at once.
      expect(await after.take(seconds - 10)).toMatchObject({ accepted: 1 })
      expect(await after.take(seconds - 10)).toMatchObject({ accepted: 1 })
      expect(await after.take(seconds - 20)).toMatchObject({ accepted: 0 })
      expect(await after.take(seconds - 9, seconds - 8)).toMatchObject({ accepted: 1 })
      await expect(after.take(seconds + 7_200)).rejects.toThrow(/dated in the future/)
      kept.push(await before.line(seconds - 100), await after.line(seconds - 8))
      const { note: published } = (await checkpointOf(server.pool, sizeOf(note))) ?? { note: '' }
      for (const line of kept) expect(published).toContain(line)
      expect(published.match(/rotating\.example/g)).toHaveLength(2)
      await server.pool.query(`delete from app.log_cosignature where witness like 'rotating%'`)
    })

    it(
      'signs, its signature is in the checkpoint and in receipts, and it refuses a second history',
      { timeout: 240_000 },
      async () => {
        const ada = await server.signIn('ada')
        await sealedTo(await pay())
        expect(await witness()).toMatchObject({ code: 0, said: expect.stringMatching(/Signed \d+ events/) })
        const { witnesses } = await keysOf(server.url)
        const name = witnesses[0]?.name
        await eventually(
          async () => (await newest())?.includes(`\u2014 ${name} `) ?? false,
          'the signature is there',
        )
        const { transactions } = await (await ada.fetch('/api/wallet/transactions?limit=1')).json()
        const receipt = await (await ada.fetch(`/api/receipts/${transactions[0].id}`)).text()
        expect((await goodReceipt(server.url, receipt)).witnesses.signed).toMatchObject([{ name }])

        const position = await pay()
        await sealedTo(position)
        expect(await witness()).toMatchObject({ code: 0 })
        expect(await witness()).toMatchObject({ code: 0, said: expect.stringContaining('Still') })

        // As if the log had shown another history before: a checkpoint that it signed and that this history contradicts.
        const signer = await readSignerKey(
          readFileSync(path.join(server.config.dataDir, 'log.key'), 'utf8').trim(),
        )
        const forge = async (size: number) => {
          const root = nodeSha256(new Uint8Array([1]))
          const text = formatCheckpoint({ origin: signer.name, size, root, extensions: [] })
          const note = formatNote(await signNote(text, signer))
          const state = JSON.parse(readFileSync(path.join(stateDir(), 'state.json'), 'utf8'))
          writeFileSync(path.join(stateDir(), 'state.json'), JSON.stringify({ ...state, note }))
        }
        const size = sizeOf(await newest())
        await forge(size - 1)
        expect(await witness()).toMatchObject({ code: 1, said: expect.stringContaining('REFUSED (forked)') })
        await forge(size)
        expect(await witness()).toMatchObject({ code: 1, said: expect.stringContaining('REFUSED (forked)') })
        await forge(size + 1)
        expect(await witness()).toMatchObject({
          code: 1,
          said: expect.stringContaining('REFUSED (rolled_back)'),
        })
        const evidence = readdirSync(stateDir()).filter((file) => file.startsWith('evidence-'))
        expect(evidence).toHaveLength(3)
        expect(readFileSync(path.join(stateDir(), evidence[0] ?? ''), 'utf8')).toMatch(
          /Signed before:[^]*Shown now:/,
        )
        expect(existsSync(path.join(stateDir(), 'lock'))).toBe(false)
      },
    )
  })

  it('is forgotten by the database after a day, or thirty with a witness, but never the newest', async () => {
    const now = new Date('2026-06-30T00:00:00Z')
    const line = '\u2014 w AAAAAAAA\n'
    const nobody = { keys: [], quorum: NO_QUORUM }
    const at = (days: number) => new Date(now.getTime() - days * 86_400_000)
    const { pool } = server
    await server.pool.query('delete from app.log_checkpoint')
    const ages = [60, 50, 20, 10, 3, 2]
    for (const [i, days] of ages.entries())
      await saveCheckpoint(pool, { size: i + 1, root: new Uint8Array(32), note: `${i}` }, at(days))
    for (const size of [1, 2, 3]) await saveCosignature(pool, { size, key: 'w', line, seconds: 1 }, now)
    expect(await purgeCheckpoints(pool, now)).toBe(4)
    const { rows } = await pool.query('select size from app.log_checkpoint order by size')
    expect(rows.map(({ size }) => Number(size))).toEqual([3, 6])
    expect(await checkpointOver(pool, 2, nobody)).toMatchObject({ size: 3, note: `2${line}` })
    expect(await checkpointOver(pool, 3, nobody)).toMatchObject({ size: 6, note: '5' })
    expect(await checkpointOver(pool, 6, nobody)).toBeNull()
  })
})
