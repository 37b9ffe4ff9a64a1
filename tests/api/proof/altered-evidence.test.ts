import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runLedger } from '../../../api/ledger-cli/run.ts'
import { checkReceipt, readFile } from '../../../web/pages/verify/check-receipt.ts'
import { alteredEvidence, type AlteredFile } from '../../support/altered-evidence.ts'
import { saidByPage } from '../../support/bundle-page.ts'
import { goodAndForgedBundle } from '../../support/forged-bundle.ts'

let dir: string
let made: Awaited<ReturnType<typeof goodAndForgedBundle>>
let corpus: ReturnType<typeof alteredEvidence>
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'youtility-altered-'))
  made = await goodAndForgedBundle(dir)
  corpus = alteredEvidence(made)
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** What the command says. */
const byCommand = async (target: string): Promise<boolean> => {
  let said = ''
  const out = async (text: string) => void (said += text)
  const exit = await runLedger(['verify', target, '--key', made.logKey, '--key', made.witnessKey], {
    env: {},
    out,
    error: (text) => void out(text),
    isWatched: false,
  })
  expect([0, 1], said).toContain(exit)
  return exit === 0
}

/** What the command says of the bundle with this file in place of its own, and hashes to match. */
const byCommandOf = async (name: string, bytes: Buffer): Promise<boolean> => {
  const altered = path.join(dir, 'altered')
  rmSync(altered, { recursive: true, force: true })
  cpSync(made.good.dir, altered, { recursive: true })
  writeFileSync(path.join(altered, name), bytes)
  const sums = path.join(altered, 'SHA256SUMS')
  const sum = createHash('sha256').update(bytes).digest('hex')
  const line = new RegExp(`^[0-9a-f]+ {2}${name}$`, 'm')
  writeFileSync(sums, readFileSync(sums, 'utf8').replace(line, `${sum}  ${name}`))
  return byCommand(altered)
}

const byPage = (...files: readonly (readonly [name: string, bytes: Buffer])[]): Promise<boolean> =>
  saidByPage(made.good.dir, files)

/** What the app says of a file that somebody chooses on the page /verify. */
const byApp = async (bytes: Buffer): Promise<boolean> => {
  const text = await readFile(new Blob([Uint8Array.from(bytes)]))
  if (text === null) return false
  const keys = { logs: [made.logKey], witnesses: [made.witnessKey], since: '' }
  const checked = await checkReceipt(text, keys)
  return checked.kind === 'done' && checked.verdict.ok
}

/** Every alteration, with what a reader said of it. */
const saidOf = async (
  files: readonly AlteredFile[],
  read: (bytes: Buffer) => Promise<boolean>,
): Promise<readonly (readonly [string, boolean])[]> => {
  const said: [string, boolean][] = []
  for (const { what, bytes } of files) said.push([what, await read(bytes)])
  return said
}
const expected = (files: readonly AlteredFile[]) => files.map(({ what, holds }) => [what, holds])

const checkpointFile = () =>
  ['checkpoint.txt', readFileSync(path.join(made.good.dir, 'checkpoint.txt'))] as const

describe('an altered receipt', () => {
  it('is judged alike by the command, by the page of a bundle and by the app', async () => {
    const inFile = (bytes: Buffer) => {
      writeFileSync(path.join(dir, 'receipt.json'), bytes)
      return byCommand(path.join(dir, 'receipt.json'))
    }
    const { receipt } = corpus
    expect(await saidOf(receipt, inFile)).toEqual(expected(receipt))
    expect(await saidOf(receipt, (bytes) => byPage(['receipt.json', bytes]))).toEqual(expected(receipt))
    expect(await saidOf(receipt, byApp)).toEqual(expected(receipt))
  })
})

describe('altered events', () => {
  it('are judged alike by the command and by the page of a bundle; the app takes them for no receipt', async () => {
    const { events } = corpus
    expect(await saidOf(events, (bytes) => byCommandOf('events.jsonl', bytes))).toEqual(expected(events))
    const page = await saidOf(events, (bytes) => byPage(checkpointFile(), ['events.jsonl', bytes]))
    expect(page).toEqual(expected(events))
    expect((await saidOf(events, byApp)).filter(([, holds]) => holds)).toEqual([])
  })
})

describe('an altered checkpoint', () => {
  it('is judged alike by the command and by the page of a bundle; the app takes it for no receipt', async () => {
    const { checkpoint } = corpus
    expect(await saidOf(checkpoint, (bytes) => byCommandOf('checkpoint.txt', bytes))).toEqual(
      expected(checkpoint),
    )
    expect(await saidOf(checkpoint, (bytes) => byPage(['checkpoint.txt', bytes]))).toEqual(
      expected(checkpoint),
    )
    expect((await saidOf(checkpoint, byApp)).filter(([, holds]) => holds)).toEqual([])
  })
})
