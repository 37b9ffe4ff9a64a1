import { readFileSync } from 'node:fs'
import path from 'node:path'
import { formatReceipt, parseReceipt } from '../../events/proof/receipt.ts'
import type { goodAndForgedBundle } from './forged-bundle.ts'

/** A file as it was, or altered, and whether a reader of it may say that it holds. */
export interface AlteredFile {
  readonly what: string
  readonly bytes: Buffer
  readonly holds: boolean
}

type Alter = readonly [what: string, change: (good: Buffer) => Buffer, holds?: boolean]

const text = (change: (good: string) => string) => (good: Buffer) =>
  Buffer.from(change(good.toString('utf8')))
const after = (tail: string | Buffer) => (good: Buffer) => Buffer.concat([good, Buffer.from(tail)])
const MARK = Buffer.from([0xef, 0xbb, 0xbf])
const INVALID = Buffer.from([0xff])

/** What may happen to any file on its way: mail, editors, disks, people. */
const ANYWHERE: readonly Alter[] = [
  ['as it was written', (good) => good, true],
  ['with a byte order mark', (good) => Buffer.concat([MARK, good])],
  [
    'with line breaks of Windows throughout',
    text((good) => good.slice(0, -1).replaceAll('\n', '\r\n') + '\n\n'),
  ],
  ['in UTF-16', (good) => Buffer.from(good.toString('utf8'), 'utf16le')],
  ['with a blank in front', (good) => Buffer.concat([Buffer.from(' '), good])],
  ['with a line break in front', (good) => Buffer.concat([Buffer.from('\n'), good])],
  ['with an empty line at its end', after('\n')],
  ['with a byte of no text at its end', after(INVALID)],
  ['with half a character at its end', after(Buffer.from([0xe2, 0x80]))],
  ['with a null at its end', after('\0')],
  ['with a lone carriage return at its end', after('\r')],
  ['with a line separator at its end', after('\u2028')],
  ['with a byte of no text in place of a letter', (good) => Buffer.concat([INVALID, good.subarray(1)])],
  ['cut in the middle', (good) => good.subarray(0, good.length >> 1)],
  ['empty', () => Buffer.alloc(0)],
]

const WITHOUT_LAST_BREAK: Alter = ['without its last line break', (good) => good.subarray(0, -1), true]

const lines = (change: (all: string[]) => string[]) =>
  text((good) =>
    change(good.trimEnd().split('\n'))
      .map((line) => `${line}\n`)
      .join(''),
  )
const isWitness = (line: string) => line.startsWith('— witness.example')

const applied = (good: Buffer, alterations: readonly Alter[]): AlteredFile[] =>
  alterations.map(([what, change, holds = false]) => ({ what, bytes: change(good), holds }))

const inReceipt = (change: (parts: { event: string; proof: string }) => { event: string; proof: string }) =>
  text((good) => formatReceipt(change(parseReceipt(good))))

const STRANGER = `— stranger.example ${Buffer.alloc(76, 7).toString('base64')}\n`

/** Altered files of a bundle that the log and a witness have signed, both of whom must have. */
export const alteredEvidence = (made: Awaited<ReturnType<typeof goodAndForgedBundle>>) => {
  const read = (name: string) => readFileSync(path.join(made.good.dir, name))
  const [event = ''] = read('events.jsonl').toString('utf8').split('\n')
  const forged = event.replaceAll(/[0-9a-f]{8}-/g, 'ffffffff-')
  return {
    receipt: applied(Buffer.from(made.good.receipt), [
      ...ANYWHERE,
      WITHOUT_LAST_BREAK,
      ['with a line break of Windows at its end', text((good) => `${good.slice(0, -1)}\r\n`), true],
      ['of another amount', text((good) => good.replace('123', '923'))],
      ['forged with the log’s key', () => Buffer.from(made.forged.receipt)],
      ['with a member more', text((good) => good.replace('{', '{"a":1,'))],
      ['with a member twice', text((good) => good.replace('{', '{"format":"youtility-receipt-v1",'))],
      [
        'with a signature of a stranger',
        inReceipt((parts) => ({ ...parts, proof: parts.proof + STRANGER })),
        true,
      ],
      [
        'without the witness',
        inReceipt(({ event: of, proof }) => ({
          event: of,
          proof: proof
            .split('\n')
            .filter((line) => !isWitness(line))
            .join('\n'),
        })),
      ],
    ]),
    events: applied(read('events.jsonl'), [
      ...ANYWHERE,
      WITHOUT_LAST_BREAK,
      ['with a forged event and no line break behind it', after(forged)],
      ['with a forged event and a line break behind it', after(`${forged}\n`)],
      ['with an event twice', lines((all) => [...all, all.at(-1) ?? ''])],
      ['with two events in the other order', lines((all) => [all[1] ?? '', all[0] ?? '', ...all.slice(2)])],
      ['without its last event', lines((all) => all.slice(0, -1))],
      ['with an event of another amount', text((good) => good.replace('"123"', '"124"'))],
      ['with a blank at the end of a line', text((good) => good.replace('\n', ' \n'))],
      ['with a carriage return at the end of a line', text((good) => good.replace('\n', '\r\n'))],
    ]),
    checkpoint: applied(read('checkpoint.txt'), [
      ...ANYWHERE,
      ['without its last line break', (good) => good.subarray(0, -1)],
      ['with a signature of a stranger', after(STRANGER), true],
      ['without the witness', lines((all) => all.filter((line) => !isWitness(line)))],
      ['with its witness twice', lines((all) => [...all, ...all.filter(isWitness)]), true],
      [
        'with a wrong line of the witness beside the right one',
        lines((all) => [...all, ...all.filter(isWitness).map((line) => line.replace(/.{8}$/, 'AAAAAAA='))]),
      ],
      [
        'with a wrong line of the log beside the right one',
        lines((all) => [
          ...all,
          ...all
            .filter((line) => line.startsWith('— ledger'))
            .map((line) => line.replace(/.{8}$/, 'AAAAAA==')),
        ]),
      ],
      ['of another size', text((good) => good.replace(/\n(\d+)\n/, '\n4\n'))],
    ]),
  }
}
