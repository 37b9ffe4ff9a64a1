import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { fromBase64, toUtf8 } from '../../events/proof/byte-text.ts'
import { parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import { createMerkleTree, type MerkleTree } from '../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { parseNote, verifyNote } from '../../events/proof/signed-note.ts'
import { verifyConsistency } from '../../events/proof/verify.ts'
import { verifyReceipt, type KnownKeys } from '../../events/proof/verify-receipt.ts'
import { messageOf } from '../../events/thrown.ts'
import type { OfflineContext } from './command.ts'
import { NotProven } from './failure.ts'
import { jsonLine } from './printable.ts'

/** File names in a bundle. */
export const BUNDLE = {
  checkpoint: 'checkpoint.txt',
  checkpoints: 'checkpoints.jsonl',
  consistency: 'consistency.jsonl',
  events: 'events.jsonl',
  receipts: 'receipts',
  sums: 'SHA256SUMS',
} as const

const ArchivedLine = z.object({ checkpoint: z.string() })
const Consistency = z.object({ first: z.int(), second: z.int(), hashes: z.array(z.string()) })

async function* linesOf(file: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) yield line
}

const parsed = <T>(schema: z.ZodMiniType<T>, line: string, file: string): T => {
  try {
    return schema.parse(JSON.parse(line))
  } catch (cause) {
    throw new NotProven(`A line of ${file} is not what it should be`, { cause })
  }
}

const checkSums = async (dir: string): Promise<number> => {
  let files = 0
  for await (const line of linesOf(path.join(dir, BUNDLE.sums))) {
    const [, sum, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? []
    if (sum === undefined || name === undefined || name.includes('..'))
      throw new NotProven(`A line of ${BUNDLE.sums} is not what it should be`)
    const file = path.join(dir, name)
    if (!existsSync(file)) throw new NotProven(`The bundle lacks ${name}`)
    const hash = createHash('sha256')
    for await (const piece of createReadStream(file)) hash.update(piece)
    if (hash.digest('hex') !== sum) throw new NotProven(`${name} is not as it was when the bundle was made`)
    files += 1
  }
  return files
}

const readSigned = async (note: string, what: string, { logs }: KnownKeys): Promise<Checkpoint> => {
  let why = 'none of the given keys is the log’s'
  try {
    const signed = parseNote(note)
    const checkpoint = parseCheckpoint(signed.text)
    for (const log of logs.filter(({ name }) => name === checkpoint.origin)) {
      const verdict = await verifyNote(signed, log)
      if (verdict.ok) return checkpoint
      why = verdict.why
    }
  } catch (error) {
    why = messageOf(error)
  }
  throw new NotProven(`${what}: ${why}`)
}

/** Asserts that an archived checkpoint covers the beginning of these events. */
const assertBeginning = (tree: MerkleTree, { size, root }: Checkpoint): void => {
  if (size > tree.size())
    throw new NotProven(
      `A kept checkpoint speaks of ${size} events; the bundle has ${tree.size()}: it was rolled back`,
    )
  if (!sameBytes(tree.root(size), root))
    throw new NotProven(
      `The checkpoint of ${size} events that was kept is of another history: the log was forked`,
    )
}

/**
 * Checks an evidence bundle with nothing but public keys.
 * @throws {NotProven} naming the first check that fails
 */
export const verifyBundle = async (
  { json, out }: OfflineContext,
  dir: string,
  keys: KnownKeys,
): Promise<void> => {
  const file = (name: string) => path.join(dir, name)
  for (const name of [BUNDLE.sums, BUNDLE.checkpoint, BUNDLE.events, BUNDLE.checkpoints, BUNDLE.consistency])
    if (!existsSync(file(name))) throw new NotProven(`The bundle lacks ${name}`)
  const files = await checkSums(dir)
  const checkpoint = await readSigned(readFileSync(file(BUNDLE.checkpoint), 'utf8'), BUNDLE.checkpoint, keys)

  const tree = createMerkleTree(nodeSha256)
  for await (const line of linesOf(file(BUNDLE.events))) tree.append(toUtf8(line))
  if (tree.size() !== checkpoint.size)
    throw new NotProven(`The checkpoint speaks of ${checkpoint.size} events; the bundle has ${tree.size()}`)
  if (!sameBytes(tree.root(), checkpoint.root))
    throw new NotProven('The events are not those that were signed')

  const kept = new Map<number, Checkpoint>()
  for await (const line of linesOf(file(BUNDLE.checkpoints))) {
    const note = parsed(ArchivedLine, line, BUNDLE.checkpoints).checkpoint
    const one = await readSigned(note, BUNDLE.checkpoints, keys)
    assertBeginning(tree, one)
    kept.set(one.size, one)
  }
  let proofs = 0
  for await (const line of linesOf(file(BUNDLE.consistency))) {
    const { first, second, hashes } = parsed(Consistency, line, BUNDLE.consistency)
    const [older, newer] = [kept.get(first), second === checkpoint.size ? checkpoint : kept.get(second)]
    if (!older || !newer)
      throw new NotProven(`${BUNDLE.consistency} speaks of checkpoints that are not there`)
    const verdict = await verifyConsistency(
      { first: older, second: newer, path: hashes.map(fromBase64) },
      nodeSha256,
    )
    if (!verdict.ok) throw new NotProven(`From ${first} to ${second} events: ${verdict.why}`)
    proofs += 1
  }
  const receipts = existsSync(file(BUNDLE.receipts)) ? readdirSync(file(BUNDLE.receipts)) : []
  for (const name of receipts) {
    const { ok, checks } = await verifyReceipt(
      readFileSync(path.join(dir, BUNDLE.receipts, name), 'utf8'),
      keys,
      nodeSha256,
    )
    if (!ok)
      throw new NotProven(`Receipt ${name}: ${checks.find(({ state }) => state === 'failed')?.note ?? ''}`)
  }
  const found = {
    events: tree.size(),
    checkpoints: kept.size,
    consistencyProofs: proofs,
    receipts: receipts.length,
    files,
  }
  await out(
    json
      ? jsonLine({ ok: true, ...found })
      : `The bundle holds: ${found.events} events signed by ${checkpoint.origin}, ${found.checkpoints} kept checkpoints, ` +
          `${found.consistencyProofs} consistency proofs, ${found.receipts} receipts, ${found.files} files unchanged.\n`,
  )
}
