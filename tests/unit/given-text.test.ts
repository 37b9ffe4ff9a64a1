import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readGiven } from '../../api/config/given-file.ts'
import { bankListIn } from '../../api/ledger-cli/bank-list.ts'
import { loadWitnessConfig } from '../../api/witness/config.ts'
import { developmentWitnessKey } from '../../api/proof/keys.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'youtility-given-'))
afterAll(() => rmSync(folder, { recursive: true }))

const utf16 = (text: string, order: 'le' | 'be', marked: boolean): Buffer => {
  const bytes = Buffer.from(`${marked ? '\uFEFF' : ''}${text}`, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

/** How editors and spreadsheets save a text. */
const SAVED: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-8 with two byte order marks': (text) => Buffer.from(`\uFEFF\uFEFF${text}`),
  'UTF-16 of Windows': (text) => utf16(text, 'le', true),
  'UTF-16 of an old Mac': (text) => utf16(text, 'be', true),
  'UTF-16 without a mark': (text) => utf16(text, 'le', false),
  'windows-1252': (text) => Buffer.from(text, 'latin1'),
}
const ENDS = { Windows: '\r\n', Unix: '\n', 'an old Mac': '\r' }
const WAYS = Object.entries(SAVED).flatMap(([encoding, save]) =>
  Object.entries(ENDS).map(
    ([system, end]) => [encoding, system, (text: string) => save(text.replaceAll('\n', end))] as const,
  ),
)
const given = (bytes: Buffer): string => {
  const file = path.join(folder, 'given.txt')
  writeFileSync(file, bytes)
  return file
}

describe.each(WAYS)('a file in %s with the line ends of %s', (_encoding, _system, saved) => {
  it('is read as a list of the bank', () => {
    const list =
      'id,time,cents,kind,reference\nt1,2026-01-31T12:00:00Z,-5000,ach-out,Jörg\n\nt2,2026-02-01T12:00:00Z,120,interest,\n'
    expect(bankListIn(readGiven(given(saved(list))), 'it')).toEqual([
      {
        id: 't1',
        at: new Date('2026-01-31T12:00:00Z'),
        amountMinor: -5000n,
        kind: 'ach-out',
        reference: 'Jörg',
      },
      {
        id: 't2',
        at: new Date('2026-02-01T12:00:00Z'),
        amountMinor: 120n,
        kind: 'interest',
        reference: null,
      },
    ])
  })

  it('is read as the key of a witness', async () => {
    const key = await developmentWitnessKey(folder)
    const signerOf = async (env: Record<string, string>) =>
      (await loadWitnessConfig({ ...env, DATA_DIR: folder }, () => new Date())).signer.verifierKey
    const file = given(saved(`${key}\n`))
    expect(await signerOf({ WITNESS_KEY_FILE: file })).toBe(await signerOf({}))
  })
})

/** Files of the server that read texts which we have written ourselves, or which are signed to the byte. */
const OUR_OWN = [
  'backup/read.ts', 'backup/signature.ts', 'commands/eventstore-volumes.ts', 'commands/pin-eventstore.ts', 'config/secret-file.ts', 'database/embedded/orphan.ts',
  'ledger-cli/verifier-page.ts', 'openapi/examples.ts', 'witness/lock.ts', 'witness/main.ts', 'witness/state.ts',
] // prettier-ignore

it('no other way is taken to read a text that a person gives', () => {
  const api = path.join(import.meta.dirname, '../../api')
  const files = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const reading = files.filter((file) =>
    /readFile(Sync)?\([^)]*'utf-?8'|createInterface\(\{ input: createReadStream/.test(
      readFileSync(path.join(api, file), 'utf8'),
    ),
  )
  expect(reading.toSorted()).toEqual(OUR_OWN)
})

describe('a file that cannot be read', () => {
  it('is named, with what keeps it from being read', async () => {
    const missing = path.join(folder, 'nothing.txt')
    expect(() => readGiven(missing)).toThrow(`${missing} cannot be read: there is no such file`)
    expect(() => readGiven(folder)).toThrow(`${folder} cannot be read: this is a folder, not a file`)
    const below = path.join(given(Buffer.from('x')), 'below.txt')
    expect(() => readGiven(below)).toThrow('there is no such file')
    await expect(
      loadWitnessConfig(
        { NODE_ENV: 'production', WITNESS_LOGS: folder, WITNESS_KEY_FILE: missing },
        () => new Date(),
      ),
    ).rejects.toThrow(/^WITNESS_LOGS .*this is a folder, not a file$/)
  })
})
