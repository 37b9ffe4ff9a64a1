import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { fromBase64, toUtf8 } from '../../events/proof/byte-text.ts'
import type { Checkpoint } from '../../events/proof/checkpoint.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import { createMerkleTree, type MerkleTree } from '../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { verifyConsistency } from '../../events/proof/verify.ts'
import { verifyReceipt } from '../../events/proof/verify-receipt.ts'
import type { KnownKeys } from '../../events/proof/witnessed.ts'
import { messageOf } from '../../events/thrown.ts'
import { BUNDLE, BUNDLE_ALWAYS } from './bundle-files.ts'
import { checkSums } from './bundle-sums.ts'
import type { OfflineContext } from './command.ts'
import { linesOf, textOf } from './evidence-files.ts'
import { NotProven } from './failure.ts'
import { jsonLine } from './printable.ts'
import { recomputeJournals, recomputeTexts } from './recompute-bundle.ts'
import { parseKeptLine, readKept, readSigned } from './signed-checkpoint.ts'

const Consistency = z.object({ first: z.int(), second: z.int(), hashes: z.array(z.string()) })
const parseConsistency = (line: string) => Consistency.parse(JSON.parse(line))

const parsed = <T>(read: (line: string) => T, line: string, file: string): T => {
  try {
    return read(line)
  } catch (cause) {
    throw new NotProven(`A line of ${file} is not what it should be`, { cause })
  }
}

/** Asserts that a checkpoint covers the beginning of these events. */
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

const assertComplete = (dir: string): void => {
  for (const name of BUNDLE_ALWAYS)
    if (!existsSync(path.join(dir, name))) throw new NotProven(`The bundle lacks ${name}`)
}

/** Checks the kept checkpoints and the proofs between them. */
const checkHistory = async (dir: string, tree: MerkleTree, newest: Checkpoint, keys: KnownKeys) => {
  const kept = new Map<number, Checkpoint>()
  for await (const line of linesOf(path.join(dir, BUNDLE.checkpoints))) {
    const text = parsed(parseKeptLine, line, BUNDLE.checkpoints).checkpoint
    const { checkpoint: one } = await readKept(text, BUNDLE.checkpoints, keys)
    assertBeginning(tree, one)
    kept.set(one.size, one)
  }
  const sizes = [...new Set([...kept.keys(), newest.size])].toSorted((a, b) => a - b)
  const wanted = new Set(sizes.slice(1).map((second, i) => `${sizes[i]} to ${second}`))
  const proofs = wanted.size
  for await (const line of linesOf(path.join(dir, BUNDLE.consistency))) {
    const { first, second, hashes } = parsed(parseConsistency, line, BUNDLE.consistency)
    const [older, newer] = [kept.get(first), second === newest.size ? newest : kept.get(second)]
    if (!older || !newer)
      throw new NotProven(`${BUNDLE.consistency} speaks of checkpoints that are not there`)
    let why: string | null
    try {
      const claim = { first: older, second: newer, path: hashes.map(fromBase64) }
      const verdict = await verifyConsistency(claim, nodeSha256)
      why = verdict.ok ? null : verdict.why
    } catch (error) {
      why = messageOf(error)
    }
    if (why !== null) throw new NotProven(`From ${first} to ${second} events: ${why}`)
    wanted.delete(`${first} to ${second}`)
  }
  const [missing] = wanted
  if (missing !== undefined)
    throw new NotProven(`${BUNDLE.consistency} lacks the proof from ${missing} events`)
  return { checkpoints: kept.size, consistencyProofs: proofs }
}

/** Checks the receipts; other files beside them, such as those of a file manager, are none. */
const checkReceipts = async (dir: string, tree: MerkleTree, keys: KnownKeys) => {
  const folder = path.join(dir, BUNDLE.receipts)
  const names = existsSync(folder) ? readdirSync(folder) : []
  const [receipts, others] = [
    names.filter((name) => name.endsWith('.json')),
    names.filter((name) => !name.endsWith('.json')),
  ]
  for (const name of receipts) {
    const text = textOf(path.join(folder, name))
    const { ok, checks, checkpoint } = await verifyReceipt(text, keys, nodeSha256)
    if (!ok || !checkpoint)
      throw new NotProven(`Receipt ${name}: ${checks.find(({ state }) => state === 'failed')?.note ?? ''}`)
    assertBeginning(tree, checkpoint)
  }
  return { receipts: receipts.length, others: others.map((name) => `${BUNDLE.receipts}/${name}`) }
}

const NOT_WITNESSED =
  'Without the key of a witness this shows only that the log’s key signed it: whoever holds that key could have made it all.'

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
  assertComplete(dir)
  const { files, unlisted } = await checkSums(dir)
  const {
    checkpoint: newest,
    why,
    witnesses,
  } = await readSigned(textOf(file(BUNDLE.checkpoint)), BUNDLE.checkpoint, keys)

  const tree = createMerkleTree(nodeSha256)
  for await (const line of linesOf(file(BUNDLE.events))) tree.append(toUtf8(line))
  if (tree.size() !== newest.size)
    throw new NotProven(`The checkpoint speaks of ${newest.size} events; the bundle has ${tree.size()}`)
  if (!sameBytes(tree.root(), newest.root)) throw new NotProven('The events are not those that were signed')

  const history = await checkHistory(dir, tree, newest, keys)
  const { receipts, others } = await checkReceipts(dir, tree, keys)
  const unproven = [
    `which receipts there are (each can be made again from ${BUNDLE.events})`,
    'whether checkpoints that were kept were left out (compare those that you hold)',
    BUNDLE.sums,
    ...others.filter((name) => !unlisted.includes(name)),
    ...(await recomputeJournals(dir)),
    ...recomputeTexts(dir),
  ]
  const found = { events: tree.size(), ...history, receipts, files }
  if (json) return out(jsonLine({ ok: true, ...found, witnesses, unproven, unlisted }))
  const lines = [
    `The bundle holds: ${found.events} events signed by ${newest.origin}, ${found.checkpoints} kept checkpoints, ` +
      `${found.consistencyProofs} consistency proofs, ${receipts} receipts, ${files} files; ` +
      'its journals are what its events give.',
    why,
    ...(witnesses.signed.length === 0 ? [NOT_WITNESSED] : []),
    `Not proven by any signature: ${unproven.join(', ')}.`,
    ...(unlisted.length > 0 ? [`Not in ${BUNDLE.sums}: ${unlisted.join(', ')}.`] : []),
  ]
  return out(`${lines.join('\n')}\n`)
}
