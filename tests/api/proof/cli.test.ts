import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveCheckpoint } from '../../../api/proof/checkpoints.ts'
import { storeCosignatures } from '../../../api/proof/cosignatures.ts'
import { openArchive } from '../../../api/proof/archive.ts'
import { toHex } from '../../../events/proof/byte-text.ts'
import { formatCheckpoint, parseCheckpoint } from '../../../events/proof/checkpoint.ts'
import { createMerkleTree } from '../../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../../events/proof/node-sha256.ts'
import {
  makeNoteKeys,
  readCosignerKey,
  readSignerKey,
  readVerifierKey,
} from '../../../events/proof/note-keys.ts'
import { formatReceipt, parseReceipt } from '../../../events/proof/receipt.ts'
import { formatNote, parseNote, signNote } from '../../../events/proof/signed-note.ts'
import { goodAndForgedBundle } from '../../support/forged-bundle.ts'
import { ledgerOn } from '../ledger-cli/ledger-run.ts'
import { freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { cents, deposited, memberNamed, transferOf, walletOpened } from '../../support/wallet-log.ts'

const ada = memberNamed('ada')
const grace = memberNamed('grace')
const { sent, received } = transferOf(ada, grace, 'a transfer', cents(123))

let models: ReadModels
let dir: string
let key: string
const at = (name: string) => path.join(dir, name)

const ledger = (...args: readonly string[]) =>
  ledgerOn(models.url, undefined, { CHECKPOINT_DIR: at('checkpoints') })(...args)
const seal = async (month: string) => {
  const { out } = await ledger('checkpoint', '--key-file', at('log.key'))
  await openArchive(at('checkpoints')).append(out, `${month}-15T12:00:00.000Z`)
}

beforeAll(async () => {
  models = await freshReadModels()
  dir = mkdtempSync(path.join(tmpdir(), 'youtility-cli-'))
  const made = await makeNoteKeys('ledger.example.org/log')
  writeFileSync(at('log.key'), made.signerKey)
  key = made.verifierKey
  await models.writer.append(walletOpened(ada), deposited(ada, 'd', cents(10_000)), walletOpened(grace))
  await seal('2026-01')
  await models.writer.append(sent, received)
  await seal('2026-02')
})
afterAll(async () => {
  await models?.dispose()
  rmSync(dir, { recursive: true, force: true })
})

const idOf = async (type: string): Promise<string> => {
  for await (const event of models.store.readAll()) if (event.type === type) return event.id
  throw new Error(`There is no ${type}`)
}

describe('proof and verify', () => {
  it('make a receipt by id or position that verifies without a log', async () => {
    const byId = await ledger('proof', (await idOf('TransferSent')).toUpperCase())
    expect(byId).toMatchObject({ exit: 0 })
    expect((await ledger('proof', '4')).out).toBe(byId.out)
    writeFileSync(at('receipt.json'), byId.out)
    const verified = await ledger('verify', at('receipt.json'), '--key', key)
    expect(verified.exit).toBe(0)
    expect(verified.out).toMatch(/passed {3}inclusion {3}The event is number 4 of the 5/)
    const json = JSON.parse((await ledger('verify', at('receipt.json'), '--key', key, '--json')).out)
    expect(json).toMatchObject({ ok: true, index: 3, size: 5, event: { type: 'TransferSent' } })

    writeFileSync(at('forged.json'), byId.out.replace('123', '923'))
    const forged = await ledger('verify', at('forged.json'), '--key', key)
    expect(forged).toMatchObject({ exit: 1, error: expect.stringContaining('does not hold') })
    const other = await makeNoteKeys('ledger.example.org/log')
    expect(await ledger('verify', at('receipt.json'), '--key', other.verifierKey)).toMatchObject({ exit: 1 })
  })

  it('say what they need', async () => {
    expect(await ledger('verify', at('receipt.json'))).toMatchObject({ exit: 2 })
    expect(await ledger('verify', at('receipt.json'), '--key', 'x')).toMatchObject({ exit: 2 })
    expect(await ledger('verify', at('nothing'), '--key', key)).toMatchObject({ exit: 3 })
    expect(await ledger('proof', '99')).toMatchObject({ exit: 3, error: expect.stringContaining('99') })
    expect(await ledger('bundle', '--out', at('x'))).toMatchObject({ exit: 2 })
    expect(existsSync(at('x'))).toBe(false)
  })

  it('refuse a checkpoint of another log', async () => {
    const signer = await readSignerKey(readFileSync(at('log.key'), 'utf8'))
    const forge = async (size: number) => {
      const root = nodeSha256(new Uint8Array([1]))
      const text = formatCheckpoint({ origin: signer.name, size, root, extensions: [] })
      writeFileSync(at('other.txt'), formatNote(await signNote(text, signer)))
      return ledger('proof', '1', '--checkpoint', at('other.txt'))
    }
    expect(await forge(5)).toMatchObject({
      exit: 1,
      error: expect.stringContaining('not those that were signed'),
    })
    expect(await forge(6)).toMatchObject({ exit: 1, error: expect.stringContaining('the log has 5') })
  })
})

describe('the recipe of docs/auditors.md, with nothing of ours', () => {
  const blocks = [...readFileSync('docs/auditors.md', 'utf8').matchAll(/```\w+\n# (\S+)\n([^]*?)```/g)]
  const script = (name: string): string => blocks.find(([, file]) => file === name)?.[2] ?? ''
  const run = (command: string, args: readonly string[], input?: string): string =>
    execFileSync(command, args, { cwd: at('recipe'), encoding: 'utf8', stdio: 'pipe', input: input ?? '' })

  it('verifies a receipt with a witness, and refuses a forged one', { timeout: 180_000 }, async () => {
    mkdirSync(at('recipe'))
    const witness = await makeNoteKeys('witness.example', 'witness')
    const checkpoint = parseNote((await ledger('checkpoint', '--key-file', at('log.key'))).out)
    const cosigner = await readCosignerKey(witness.signerKey, () => new Date('2026-03-01T12:00:00Z'))
    const { signatures } = await signNote(checkpoint.text, cosigner)
    const note = formatNote({ ...checkpoint, signatures: [...checkpoint.signatures, ...signatures] })
    writeFileSync(at('recipe/note.txt'), note)
    const receipt = (await ledger('proof', '4', '--checkpoint', at('recipe/note.txt'))).out
    writeFileSync(at('recipe/log.pub'), `${key}\n`)
    writeFileSync(at('recipe/witness.pub'), `${witness.verifierKey}\n`)
    writeFileSync(at('recipe/receipt.json'), receipt)
    const said = run('bash', ['-c', script('verify-receipt.sh')])
    expect(said.match(/Signature Verified Successfully/g)).toHaveLength(2)
    expect(said).toContain('Sun Mar  1 12:00:00')
    expect(said).toContain('the event is leaf 3 of 5 in ledger.example.org/log')

    writeFileSync(at('recipe/receipt.json'), receipt.replace('123', '923'))
    expect(() => run('bash', ['-c', script('verify-receipt.sh')])).toThrow(/the event is not in this log/)
    // A good line of the witness, and a wrong one.
    const wrong = note.trimEnd().replace(/.{8}$/, 'AAAAAAA=')
    const both = `${note}${wrong.split('\n').at(-1) ?? ''}\n`
    const parts = parseReceipt(receipt)
    writeFileSync(
      at('recipe/receipt.json'),
      formatReceipt({ ...parts, proof: parts.proof.replace(note, both) }),
    )
    expect(() => run('bash', ['-c', script('verify-receipt.sh')])).toThrow(/Command failed/)
    // A newer key of the same witness, which has not signed.
    const other = await makeNoteKeys('witness.example', 'witness')
    writeFileSync(at('recipe/receipt.json'), receipt)
    writeFileSync(at('recipe/witness.pub'), `${other.verifierKey}\n`)
    expect(() => run('bash', ['-c', script('verify-receipt.sh')])).toThrow(
      /it has no signature of witness\.pub/,
    )
    writeFileSync(at('recipe/witness.pub'), `${witness.verifierKey}\n`)
    writeFileSync(at('recipe/receipt.json'), receipt)
    writeFileSync(at('recipe/log.pub'), (await makeNoteKeys('ledger.example.org/log')).verifierKey)
    expect(() => run('bash', ['-c', script('verify-receipt.sh')])).toThrow(/Command failed/)
  })

  it('comes to the signed root from the exported lines', async () => {
    const { out } = await ledger('export', '--format', 'jsonl')
    const [, size, root] = (await ledger('checkpoint')).out.split('\n')
    expect(run('python3', ['-c', script('root.py')], out)).toBe(`${size}\n${root}\n`)
  })
})

describe('export --format tlog-entries', () => {
  it('is the log as C2SP tlog-tiles, down to its leaves', async () => {
    expect(await ledger('export', '--format', 'tlog-entries', '--out', at('tiles'))).toMatchObject({
      exit: 0,
      out: expect.stringContaining('5 events in 3 files'),
    })
    const entries = readFileSync(at('tiles/tile/entries/000.p/5'))
    const tree = createMerkleTree(nodeSha256)
    const texts: string[] = []
    for (let from = 0; from < entries.length;) {
      const to = from + 2 + entries.readUInt16BE(from)
      const entry = entries.subarray(from + 2, to)
      tree.append(Uint8Array.from(entry))
      texts.push(entry.toString())
      from = to
    }
    expect(`${texts.join('\n')}\n`).toBe((await ledger('export', '--format', 'jsonl')).out)
    const { size, root } = parseCheckpoint(parseNote(readFileSync(at('tiles/checkpoint'), 'utf8')).text)
    expect([tree.size(), toHex(tree.root())]).toEqual([size, toHex(root)])
    const leaves = texts.map((_, index) => toHex(tree.leafHash(index)))
    expect(readFileSync(at('tiles/tile/0/000.p/5')).toString('hex')).toBe(leaves.join(''))
    expect(await ledger('export', '--format', 'tlog-entries', '--out', at('tiles'))).toMatchObject({
      exit: 2,
    })
    expect(await ledger('export', '--format', 'tlog-entries')).toMatchObject({ exit: 2 })
  })
})

describe('a bundle that the log’s own key has forged', () => {
  let made: Awaited<ReturnType<typeof goodAndForgedBundle>>
  beforeAll(async () => {
    mkdirSync(at('forgery'))
    made = await goodAndForgedBundle(at('forgery'))
  })
  const keys = (...of: readonly ('logKey' | 'witnessKey' | 'otherWitnessKey')[]) =>
    of.flatMap((name) => ['--key', made[name]])
  const receipt = (which: 'good' | 'forged') => {
    writeFileSync(at('forgery/receipt.json'), made[which].receipt)
    return at('forgery/receipt.json')
  }
  const policy = (quorum: string) => {
    writeFileSync(
      at('forgery/policy.txt'),
      `# whom to believe\nlog ${made.logKey}\nwitness w ${made.witnessKey} https://w.example/\n` +
        `witness o ${made.otherWitnessKey}\ngroup both 2 w o\n\nquorum ${quorum}\n`,
    )
    return ['--policy', at('forgery/policy.txt')]
  }
  const whole = expect.objectContaining({ exit: 0 })
  const refused = (why: string) => ({ exit: 1, error: expect.stringContaining(why) })

  it('is refused wherever a witness is needed, and its receipts too', async () => {
    const why = 'Witnesses must have signed this checkpoint, and none has: witness.example.'
    for (const args of [keys('logKey', 'witnessKey'), policy('w')]) {
      expect(await ledger('verify', made.forged.dir, ...args)).toMatchObject(refused('Witnesses must have'))
      expect(await ledger('verify', receipt('forged'), ...args)).toMatchObject(refused('Witnesses must have'))
      expect(await ledger('verify', made.good.dir, ...args)).toEqual(whole)
      expect(await ledger('verify', receipt('good'), ...args)).toEqual(whole)
    }
    expect(await ledger('verify', made.forged.dir, ...keys('logKey', 'witnessKey'))).toMatchObject(
      refused(why),
    )
  })

  it('holds for the log’s key alone, which is said to prove little; the good one never seems unwitnessed', async () => {
    const forged = await ledger('verify', made.forged.dir, ...keys('logKey'))
    expect(forged).toMatchObject({ exit: 0, out: expect.stringContaining('could have made it all') })
    const good = await ledger('verify', receipt('good'), ...keys('logKey'))
    expect(good.out).toContain(
      'Not looked at, because no key of a witness is known. Ignored, because the key is not known here: witness.example.',
    )
  })

  it('is refused by as many witnesses as the reader says', async () => {
    const all = keys('logKey', 'witnessKey', 'otherWitnessKey')
    const short =
      'It is not enough that witness.example signed this checkpoint: not signed by other-witness.example.'
    expect(await ledger('verify', made.good.dir, ...all)).toMatchObject(refused(short))
    expect(await ledger('verify', made.good.dir, ...all, '--require-witness', '2')).toMatchObject(
      refused(short),
    )
    expect(await ledger('verify', made.good.dir, ...policy('both'))).toMatchObject(refused(short))
    const one = await ledger('verify', made.good.dir, ...all, '--require-witness', '1')
    expect(one).toMatchObject({
      exit: 0,
      out: expect.stringContaining('Signed by witness.example as well. Not signed by other-witness.example.'),
    })
    expect(await ledger('verify', made.forged.dir, ...all, '--require-witness', '1')).toMatchObject({
      exit: 1,
    })
    expect(await ledger('verify', made.forged.dir, ...all, '--require-witness', '0')).toEqual(whole)
    expect(await ledger('verify', made.good.dir, ...all, '--require-witness', '3')).toMatchObject({ exit: 2 })
    // The same key twice is one witness.
    const twice = keys('logKey', 'witnessKey', 'witnessKey')
    expect(await ledger('verify', made.good.dir, ...twice, '--require-witness', '2')).toMatchObject({
      exit: 2,
    })
    expect(await ledger('verify', made.good.dir, ...policy('w'), ...keys('logKey'))).toMatchObject({
      exit: 2,
    })
    expect(await ledger('verify', made.good.dir, ...policy('nobody'))).toMatchObject({
      exit: 2,
      error: expect.stringContaining('Line 7 of the policy: No line above defines "nobody"'),
    })
  })
})

describe('bundle', () => {
  beforeAll(async () => {
    const id = await idOf('TransferReceived')
    const made = await ledger('bundle', '--out', at('bundle'), '--key', key, '--event', id)
    expect(made, made.error).toMatchObject({
      exit: 0,
      out: expect.stringContaining('5 events, 2 kept checkpoints, 1 consistency proofs, 1 receipts'),
    })
  })
  /** Verifies a changed copy of the bundle; `resum`: its list of hashes is updated too. */
  const altered = async (change: (file: (name: string) => string) => void, resum = true) => {
    rmSync(at('altered'), { recursive: true, force: true })
    cpSync(at('bundle'), at('altered'), { recursive: true })
    change((name) => path.join(at('altered'), name))
    if (resum) {
      const names = readFileSync(at('altered/SHA256SUMS'), 'utf8').match(/(?<= {2})\S+/g) ?? []
      const kept = names.filter((name) => existsSync(path.join(at('altered'), name)))
      const sums = execFileSync('sha256sum', kept, { cwd: at('altered'), encoding: 'utf8' })
      writeFileSync(at('altered/SHA256SUMS'), sums)
    }
    return ledger('verify', at('altered'), '--key', key)
  }
  const edit = (name: string, change: (text: string) => string) => (file: (name: string) => string) =>
    writeFileSync(file(name), change(readFileSync(file(name), 'utf8')))
  const lines = (change: (lines: string[]) => string[]) => (text: string) =>
    change(text.trimEnd().split('\n'))
      .map((line) => `${line}\n`)
      .join('')

  it('verifies, also by sha256sum', async () => {
    const verified = await ledger('verify', at('bundle'), '--key', key)
    expect(verified, verified.error).toMatchObject({
      exit: 0,
      out: expect.stringContaining('The bundle holds: 5 events'),
    })
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: at('bundle') })
    expect(readdirSync(at('bundle')).toSorted()).toEqual(
      [
        'README.txt',
        'SHA256SUMS',
        'checkpoint.txt',
        'checkpoints.jsonl',
        'consistency.jsonl',
        'events.jsonl',
        'journal.beancount',
        'journal.hledger',
        'keys.txt',
        'receipts',
        'verifier.html',
      ].toSorted(),
    )
  })

  it.each([
    [
      'changed event',
      edit('events.jsonl', (text) => text.replace('"123"', '"124"')),
      /not those that were signed/,
    ],
    [
      'dropped event',
      edit(
        'events.jsonl',
        lines((all) => all.toSpliced(2, 1)),
      ),
      /speaks of 5 events; the bundle has 4/,
    ],
    [
      'inserted event',
      edit(
        'events.jsonl',
        lines((all) => all.toSpliced(2, 0, '{}')),
      ),
      /the bundle has 6/,
    ],
    [
      'duplicated event',
      edit(
        'events.jsonl',
        lines((all) => all.toSpliced(2, 1, all[1] ?? '')),
      ),
      /not those that were signed/,
    ],
    [
      'reordered events',
      edit(
        'events.jsonl',
        lines((all) => all.with(1, all[2] ?? '').with(2, all[1] ?? '')),
      ),
      /not those that were signed/,
    ],
    [
      'changed proof',
      edit('consistency.jsonl', (text) =>
        text.replace(/"hashes":\["(.)/, (_, first) => `"hashes":["${first === 'x' ? 'y' : 'x'}`),
      ),
      /From 3 to 5|is not what it should be|base64/,
    ],
  ] as const)('names a %s', async (_, change, says) => {
    const { exit, error } = await altered(change)
    expect(exit, error).toBe(1)
    expect(error).toMatch(says)
  })

  it.each([
    ['journal.hledger', '1.23 USD', '9.23 USD'],
    ['journal.beancount', 'Liabilities', 'Assets'],
  ])('makes %s again, whatever hashes it came with', async (name, from, to) => {
    const { exit, error } = await altered(edit(name, (text) => text.replace(from, to)))
    expect(exit, error).toBe(1)
    expect(error).toContain(`${name} is not what the events give`)
  })

  it('says what nothing proves, what is missing and what is not listed', async () => {
    const plain = await altered(() => {})
    expect(plain.out).toContain(
      'Not proven by any signature: which receipts there are (each can be made again from events.jsonl), whether checkpoints that were kept were left out (compare those that you hold), SHA256SUMS, keys.txt.',
    )
    const page = await altered(edit('verifier.html', (text) => text.replace('does not hold', 'holds')))
    expect(page.out).toContain('verifier.html (this release writes it otherwise: do not rely on it)')
    const more = await altered((file) => writeFileSync(file('extra.txt'), 'x'))
    expect(more.out).toContain('Not in SHA256SUMS: extra.txt.')
    const none = await altered((file) => rmSync(file('receipts'), { recursive: true }))
    expect(none.out).toContain(' 0 receipts')
    for (const name of ['journal.hledger', 'verifier.html', 'keys.txt'])
      expect(await altered((file) => rmSync(file(name)))).toMatchObject({
        exit: 1,
        error: expect.stringContaining(`lacks ${name}`),
      })
    expect(await altered(edit('consistency.jsonl', () => ''))).toMatchObject({
      exit: 1,
      error: expect.stringContaining('consistency.jsonl lacks the proof from 3 to 5 events'),
    })
  })

  it('counts the positions of another store, but only upwards', async () => {
    const numbered = (of: (position: number) => number) =>
      altered(
        edit('journal.hledger', (text) =>
          text.replaceAll(/ \* \((\d+)\)/g, (_, n) => ` * (${of(Number(n))})`),
        ),
      )
    expect((await numbered((n) => n * 7)).out).toContain('the positions in journal.hledger')
    expect(await numbered((n) => 9 - n)).toMatchObject({ exit: 1 })
  })

  it('names a file that was touched or taken away', async () => {
    expect(
      await altered(
        edit('journal.hledger', (text) => `${text};\n`),
        false,
      ),
    ).toMatchObject({
      exit: 1,
      error: expect.stringContaining('journal.hledger is not as it was'),
    })
    expect(await altered((file) => rmSync(file('keys.txt')), false)).toMatchObject({
      exit: 1,
      error: expect.stringContaining('lacks keys.txt'),
    })
  })

  it('names a checkpoint that was once kept and that this history denies', async () => {
    const signer = await readSignerKey(readFileSync(at('log.key'), 'utf8'))
    const kept = async (size: number) => {
      const text = formatCheckpoint({
        origin: signer.name,
        size,
        root: nodeSha256(new Uint8Array([1])),
        extensions: [],
      })
      return JSON.stringify({ at: '', checkpoint: formatNote(await signNote(text, signer)) })
    }
    const [forked, longer] = [await kept(3), await kept(9)]
    expect(
      await altered(
        edit(
          'checkpoints.jsonl',
          lines((all) => all.with(0, forked)),
        ),
      ),
    ).toMatchObject({
      exit: 1,
      error: expect.stringContaining('the log was forked'),
    })
    expect(
      await altered(
        edit(
          'checkpoints.jsonl',
          lines((all) => [...all, longer]),
        ),
      ),
    ).toMatchObject({
      exit: 1,
      error: expect.stringContaining('it was rolled back'),
    })
  })
})

describe('the signatures of witnesses that the server keeps', () => {
  let witnessKey: string
  beforeAll(async () => {
    const witness = await makeNoteKeys('witness.example', 'witness')
    witnessKey = witness.verifierKey
    const [line = ''] = readFileSync(at('checkpoints/2026-01.jsonl'), 'utf8').split('\n')
    const note: string = JSON.parse(line).checkpoint
    const { text } = parseNote(note)
    const now = new Date('2026-01-15T12:00:01Z')
    const cosigner = await readCosignerKey(witness.signerKey, () => now)
    const { signatures } = await signNote(text, cosigner)
    const { size, root } = parseCheckpoint(text)
    await saveCheckpoint(models.pool, { size, root, note }, now)
    const taking = { pool: models.pool, witnesses: [await readVerifierKey(witnessKey)], now }
    await storeCosignatures(taking, size, { text, signatures })
  })

  it('are in receipts and bundles that they cover', async () => {
    const keys = ['--key', key, '--key', witnessKey]
    for (const [position, size] of [
      ['2', 3],
      ['4', 5],
    ] as const) {
      writeFileSync(at('receipt.json'), (await ledger('proof', position)).out)
      const seen = JSON.parse(
        (await ledger('verify', at('receipt.json'), ...keys, '--require-witness', '0', '--json')).out,
      )
      expect(seen).toMatchObject({ ok: true, size })
      expect(await ledger('verify', at('receipt.json'), ...keys)).toMatchObject({ exit: size === 3 ? 0 : 1 })
    }
    expect(await ledger('bundle', '--out', at('witnessed'), ...keys)).toMatchObject({
      exit: 0,
      out: expect.stringContaining('3 events, 1 kept checkpoints'),
    })
    expect(readFileSync(at('witnessed/checkpoints.jsonl'), 'utf8')).toContain('witness.example')
    expect(await ledger('verify', at('witnessed'), ...keys)).toMatchObject({
      exit: 0,
      out: expect.stringContaining('Signed by witness.example as well.'),
    })
    const other = (await makeNoteKeys('other.example', 'witness')).verifierKey
    expect(await ledger('bundle', '--out', at('none'), ...keys, '--key', other)).toMatchObject({
      exit: 3,
      error: expect.stringContaining('No checkpoint has the signatures of witnesses that are needed'),
    })
    expect(existsSync(at('none'))).toBe(false)
  })
})
