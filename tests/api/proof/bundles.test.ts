import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArchive } from '../../../api/proof/archive.ts'
import { saveCheckpoint } from '../../../api/proof/checkpoints.ts'
import { storeCosignatures } from '../../../api/proof/cosignatures.ts'
import { toBase64 } from '../../../events/proof/byte-text.ts'
import { parseCheckpoint } from '../../../events/proof/checkpoint.ts'
import { makeNoteKeys, readCosignerKey, readVerifierKey } from '../../../events/proof/note-keys.ts'
import { parseNote, signNote } from '../../../events/proof/signed-note.ts'
import { saidByPage } from '../../support/bundle-page.ts'
import { ledgerOn } from '../ledger-cli/ledger-run.ts'
import { freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { cents, deposited, memberNamed, transferOf, walletOpened } from '../../support/wallet-log.ts'

const ada = memberNamed('ada')
const grace = memberNamed('grace')
const { sent, received } = transferOf(ada, grace, 'a transfer', cents(123))

let models: ReadModels
let dir: string
/** Public keys: of the log, before and after it changed its key; of three witnesses, and a former one of the second. */
let keys: Readonly<Record<'former' | 'log' | 'a' | 'b' | 'formerB' | 'c' | 'stranger', string>>
const at = (name: string) => path.join(dir, name)

const ledger = async (...args: readonly string[]) => {
  const ran = await ledgerOn(models.url, undefined, { CHECKPOINT_DIR: at('checkpoints') })(...args)
  return { ...ran, said: ran.out + ran.error }
}
const withKeys = (...names: readonly (keyof typeof keys)[]) => names.flatMap((name) => ['--key', keys[name]])

/** Seals the log as it is with this key, and has these witnesses sign that. */
const seal = async (month: string, logKey: string, witnesses: readonly string[]): Promise<void> => {
  const note = (await ledger('checkpoint', '--key-file', at(logKey))).out
  const now = new Date(`${month}-15T12:00:00.000Z`)
  await openArchive(at('checkpoints')).append(note, now.toISOString())
  const { text } = parseNote(note)
  const { size, root } = parseCheckpoint(text)
  await saveCheckpoint(models.pool, { size, root, note }, now)
  for (const privateKey of witnesses) {
    const signer = await readCosignerKey(privateKey, () => now)
    const { signatures } = await signNote(text, signer)
    const taking = { pool: models.pool, witnesses: [await readVerifierKey(signer.verifierKey)], now }
    await storeCosignatures(taking, size, { text, signatures })
  }
}

beforeAll(async () => {
  models = await freshReadModels()
  dir = mkdtempSync(path.join(tmpdir(), 'youtility-bundles-'))
  const logKeys = async (file: string) => {
    const { signerKey, verifierKey } = await makeNoteKeys('ledger.example.org/log')
    writeFileSync(at(file), signerKey)
    return verifierKey
  }
  const [a, b, formerB, c] = await Promise.all(
    ['a.example', 'b.example', 'b.example', 'c.example'].map((name) => makeNoteKeys(name, 'witness')),
  )
  if (!a || !b || !formerB || !c) throw new Error('There are four')
  keys = {
    former: await logKeys('former.key'),
    log: await logKeys('log.key'),
    a: a.verifierKey,
    b: b.verifierKey,
    formerB: formerB.verifierKey,
    c: c.verifierKey,
    stranger: (await makeNoteKeys('stranger.example/log')).verifierKey,
  }
  await models.writer.append(walletOpened(ada), deposited(ada, 'd', cents(10_000)))
  await seal('2026-01', 'former.key', [a.signerKey])
  await models.writer.append(walletOpened(grace), sent)
  await seal('2026-02', 'log.key', [a.signerKey, b.signerKey])
  await models.writer.append(received)
  await seal('2026-03', 'log.key', [a.signerKey])
})
afterAll(async () => {
  await models?.dispose()
  rmSync(dir, { recursive: true, force: true })
})

/** By a policy file: `two` or `all` of three witnesses, one of them, or none. */
const policy = (quorum: 'two' | 'all' | 'a' | 'none'): readonly string[] => {
  const file = at(`policy-${quorum}.txt`)
  const groups = { two: 'group two 2 a b c\n', all: 'group all 3 a b c\n', a: '', none: '' }
  writeFileSync(
    file,
    `log ${keys.log}\nlog ${keys.former}\nwitness a ${keys.a} https://a.example/\nwitness b1 ${keys.formerB}\n` +
      `witness b2 ${keys.b}\nwitness c ${keys.c}\ngroup b any b1 b2\n${groups[quorum]}quorum ${quorum}`,
  )
  return ['--policy', file]
}
const eventOf = async (type: string): Promise<string> => {
  for await (const event of models.store.readAll()) if (event.type === type) return event.id
  throw new Error(`There is no ${type}`)
}

describe('whatever "bundle" makes', () => {
  const LOG = ['log', 'former'] as const
  const given: readonly (readonly [what: string, options: () => readonly string[], events: number])[] = [
    ['the log’s keys alone', () => withKeys(...LOG), 5],
    ['a witness too', () => withKeys(...LOG, 'a'), 5],
    ['two witnesses', () => withKeys(...LOG, 'a', 'b'), 4],
    ['a witness that has changed its key', () => withKeys(...LOG, 'a', 'b', 'formerB'), 4],
    ['one of three', () => [...withKeys(...LOG, 'a', 'b', 'c'), '--require-witness', '1'], 5],
    ['two of three', () => [...withKeys(...LOG, 'a', 'b', 'formerB', 'c'), '--require-witness', '2'], 4],
    ['none of two', () => [...withKeys(...LOG, 'b', 'c'), '--require-witness', '0'], 5],
    ['a key that is given twice', () => [...withKeys(...LOG, 'log', 'a', 'a'), '--require-witness', '0'], 5],
    ['a policy of two of three', () => policy('two'), 4],
    ['a policy of one witness', () => policy('a'), 5],
    ['a policy without witnesses', () => policy('none'), 5],
  ]
  it.each(given)('with %s is what "verify", its README and its page accept', async (_, options, events) => {
    const out = at('made')
    rmSync(out, { recursive: true, force: true })
    const made = await ledger('bundle', '--out', out, ...options(), '--event', await eventOf('TransferSent'))
    expect(made, made.said).toMatchObject({ exit: 0 })
    expect(made.out).toContain(`${events} events`)
    const verified = await ledger('verify', out, ...options())
    expect(verified, verified.said).toMatchObject({ exit: 0 })
    expect(verified.out).not.toContain('this release writes it otherwise')

    const [, command = ''] =
      /npm run ledger -- (verify .*)\n/.exec(readFileSync(`${out}/README.txt`, 'utf8')) ?? []
    if (command.includes('--policy')) {
      const args = command.replaceAll('<this folder>', out).split(' ')
      expect(await ledger(...args), command).toMatchObject({ exit: 0 })
    } else
      expect(command).toBe(
        'verify <this folder> --key <public key of the log> --key <public key of a witness>',
      )

    const file = (name: string) => [name, readFileSync(path.join(out, name))] as const
    expect(await saidByPage(out, [file('checkpoint.txt'), file('events.jsonl')])).toBe(true)
    const receipt = `receipts/${await eventOf('TransferSent')}.json`
    expect(await saidByPage(out, [['receipt.json', readFileSync(path.join(out, receipt))]])).toBe(true)
  })

  it.each([
    ['the newer key alone', ['log'], 1, 'perhaps a former or newer key of it'],
    ['the former key, and who has signed no more under it', ['former', 'b'], 3, 'perhaps a former or newer'],
    ['the key of another log', ['stranger', 'a'], 1, 'not signed by a key of the log you trust'],
  ] as const)('with %s is refused, and leaves nothing behind', async (_, names, exit, says) => {
    const made = await ledger('bundle', '--out', at('refused'), ...withKeys(...names))
    expect(made).toMatchObject({ exit, error: expect.stringContaining(says) })
    expect(existsSync(at('refused'))).toBe(false)
  })

  it('is a beginning of the log where the keys that are given have signed no more', async () => {
    const made = await ledger('bundle', '--out', at('beginning'), ...withKeys('former', 'a'))
    expect(made, made.said).toMatchObject({ exit: 0, out: expect.stringContaining('2 events') })
    expect(await ledger('verify', at('beginning'), ...withKeys('former', 'a'))).toMatchObject({ exit: 0 })
  })
})

describe('a receipt by "proof"', () => {
  const sizeOf = async (...options: readonly string[]) => {
    const made = await ledger('proof', '2', ...options)
    expect(made, made.said).toMatchObject({ exit: 0 })
    writeFileSync(at('receipt.json'), made.out)
    if (options.length > 0)
      expect(await ledger('verify', at('receipt.json'), ...options)).toMatchObject({ exit: 0 })
    const shown = await ledger('verify', at('receipt.json'), ...withKeys('log', 'former'), '--json')
    return JSON.parse(shown.out).size
  }

  it('is one that "verify" accepts with the same keys or policy', async () => {
    expect(await sizeOf()).toBe(5)
    expect(await sizeOf(...policy('a'))).toBe(5)
    expect(await sizeOf(...policy('two'))).toBe(4)
    expect(await sizeOf(...withKeys('log', 'a', 'b'))).toBe(4)
    expect(await sizeOf(...withKeys('log', 'b', 'c'), '--require-witness', '1')).toBe(4)
    expect(await sizeOf(...withKeys('former', 'a'))).toBe(2)
    expect(await ledger('proof', '2', ...policy('all'))).toMatchObject({
      exit: 3,
      error: expect.stringContaining('No checkpoint has the signatures of witnesses that are needed'),
    })
    expect(await ledger('proof', '2', '--key-file', at('log.key'), ...withKeys('former'))).toMatchObject({
      exit: 1,
      error: expect.stringContaining('not signed by a key of the log you trust'),
    })
    expect(await ledger('proof', '2', '--require-witness', '1')).toMatchObject({ exit: 2 })
  })
})

describe('what lies in a bundle', () => {
  const options = () => withKeys('log', 'former', 'a')
  beforeAll(async () => {
    const made = await ledger(
      'bundle',
      '--out',
      at('whole'),
      ...options(),
      '--event',
      await eventOf('TransferSent'),
    )
    expect(made, made.said).toMatchObject({ exit: 0 })
  })
  /** What "verify" says of a changed copy. */
  const changed = (change: (file: (name: string) => string) => void, ...more: readonly string[]) => {
    rmSync(at('changed'), { recursive: true, force: true })
    cpSync(at('whole'), at('changed'), { recursive: true })
    change((name) => path.join(at('changed'), name))
    return ledger('verify', at('changed'), ...options(), ...more)
  }

  it('may lack checkpoints that were kept, which is said', async () => {
    const verified = await changed(() => {}, '--json')
    const left = 'whether checkpoints that were kept were left out (compare those that you hold)'
    expect(JSON.parse(verified.out).unproven).toContain(left)
    expect((await changed(() => {})).out).toContain(left)
    expect(readFileSync(at('whole/README.txt'), 'utf8')).toContain('nothing shows whether some were left out')
  })

  it('are no receipts if they are not called so: a file manager’s files are only named', async () => {
    const verified = await changed((file) => writeFileSync(file('receipts/.DS_Store'), '\0'))
    expect(verified, verified.said).toMatchObject({ exit: 0 })
    expect(verified.out).toContain('1 receipts')
    expect(verified.out).toContain('Not in SHA256SUMS: receipts/.DS_Store.')
    // An unlisted receipt is checked all the same.
    expect(await changed((file) => writeFileSync(file('receipts/x.json'), '{}'))).toMatchObject({ exit: 1 })
  })

  it.each(['keys.txt', 'events.jsonl', 'checkpoint.txt', 'SHA256SUMS', 'receipts/a.json'])(
    'is no folder in place of %s, and that is a finding',
    async (name) => {
      const verified = await changed((file) => {
        if (existsSync(file(name))) renameSync(file(name), file('elsewhere'))
        mkdirSync(file(name))
      })
      expect(verified).toMatchObject({ exit: 1, error: expect.stringContaining(`${name} is a folder`) })
    },
  )

  it('is checked without a warning of Node', () => {
    const args = ['run', '--silent', 'ledger', '--', 'verify', at('whole'), ...options(), '--quiet']
    const stderr = execFileSync('bash', ['-c', 'exec "$@" 2>&1 >/dev/null', 'npm', 'npm', ...args], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
  })
})

it('a key that cannot be used is named, not printed over twenty lines', async () => {
  const mlDsa = `w.example+00000000+${toBase64(new Uint8Array([6, ...new Uint8Array(1_312)]))}`
  const refused = await ledger('verify', at('whole'), ...withKeys('log'), '--key', mlDsa)
  expect(refused).toMatchObject({
    exit: 2,
    error: expect.stringContaining('kind 6 (ML-DSA-44 cosignatures)'),
  })
  expect(refused.error.split('\n')[0]?.length).toBeLessThan(400)
})

it('a day that is not over is said to be that', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const asked = await ledger('balances', '--at', today)
  // At midnight the next day has begun.
  if (asked.exit !== 0)
    expect(asked).toMatchObject({
      exit: 3,
      error: expect.stringMatching(
        /^\S+ is not over, and a day means its end in UTC: give a time such as \S+Z, or/,
      ),
    })
  expect(await ledger('balances', '--at', '2999-01-01')).toMatchObject({
    error: expect.stringContaining('has not come yet'),
  })
})
