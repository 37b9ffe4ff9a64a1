import { setTimeout as sleep } from 'node:timers/promises'
import { derivedId } from '../../events/ids.ts'
import { canonicalBytes, canonicalEvent } from '../../events/proof/canonical-event.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { formatReceipt } from '../../events/proof/receipt.ts'
import { formatTlogProof } from '../../events/proof/tlog-proof.ts'
import { verifyInclusion } from '../../events/proof/verify.ts'
import type { EventStore, RecordedEvent } from '../../events/store/event-store.ts'
import {
  inclusionProof,
  leafOfEvent,
  leavesFrom,
  treeHead,
  type Leaf,
} from '../../projections/merkle/queries.ts'
import type { ReceiptKind } from '../contract/proof.ts'
import { voteIdOf } from '../../projections/governance/queries.ts'
import { HttpError } from '../http/errors.ts'
import { checkpointOver, type SealedCheckpoint } from './checkpoints.ts'
import type { LogWitnesses } from './witnesses.ts'
import { partiesOf } from './parties.ts'
import type { Platform } from '../platform.ts'

export interface ReceiptParts extends Pick<Platform, 'pool' | 'waitFor'> {
  readonly store: EventStore
  readonly witnesses: Pick<LogWitnesses, 'keys' | 'quorum'>
}

/** How long a caller waits for a recent event to be sealed, ms. */
const SEALED_TIMEOUT_MS = 2_000
const LOOK_AGAIN_MS = 100

const notFound = () => new HttpError(404, 'receipt_not_found', 'You have no receipt with this id.')
const notSealed = () =>
  new HttpError(503, 'not_sealed', 'This was not sealed yet. Please try again in a moment.', {
    retryAfterSeconds: 1,
  })

/** Waits until the Merkle tree has the log's newest events. */
const caughtUp = async ({ store, waitFor }: ReceiptParts): Promise<void> => {
  if (!(await waitFor(await store.head(), SEALED_TIMEOUT_MS, ['merkle', 'activity']))) throw notSealed()
}

/** The best checkpoint over the leaf that the tree has reached. @throws {HttpError} 503 not sealed yet */
const sealOver = async (
  { pool, witnesses }: Pick<ReceiptParts, 'pool' | 'witnesses'>,
  leaf: Leaf,
): Promise<{ seal: SealedCheckpoint; has: number }> => {
  const giveUpAt = performance.now() + SEALED_TIMEOUT_MS
  for (;;) {
    const seal = await checkpointOver(pool, leaf.index, witnesses)
    const has = seal ? (await treeHead(pool)).size : 0
    if (seal && has >= seal.size) return { seal, has }
    if (performance.now() > giveUpAt) throw notSealed()
    await sleep(LOOK_AGAIN_MS)
  }
}

const proofOver = async (parts: Pick<ReceiptParts, 'pool' | 'witnesses'>, leaf: Leaf) => {
  const { seal, has } = await sealOver(parts, leaf)
  const path = await inclusionProof(parts.pool, leaf.index, seal.size, has)
  return { seal, path, text: formatTlogProof({ index: leaf.index, path, checkpoint: seal.note }) }
}

/**
 * Proof that a leaf is in the log, without its event. Only by index: ids of events are derived from their contents, so
 * an answer by id would reveal who was paid, billed or voted.
 * @throws {HttpError} 404 there is no such leaf
 */
export const leafProof = async (parts: ReceiptParts, index: number): Promise<string> => {
  const [leaf] = await leavesFrom(parts.pool, index, 1)
  if (!leaf) throw new HttpError(404, 'leaf_not_found', 'The log has no leaf with this index.')
  return (await proofOver(parts, leaf)).text
}

const readEvent = async (store: EventStore, leaf: Leaf, eventId: string): Promise<RecordedEvent> => {
  for await (const event of store.readAll({ after: leaf.after, limit: 1 }))
    if (event.id === eventId) return event
  throw new Error(`Leaf ${leaf.index} of the Merkle log is an event that the log does not have`)
}

/** The first of these events that exists and concerns the member. */
const ownLeaf = async (
  { pool, store }: ReceiptParts,
  memberId: string,
  eventIds: readonly string[],
): Promise<{ leaf: Leaf; event: RecordedEvent } | null> => {
  for (const eventId of eventIds) {
    const leaf = await leafOfEvent(pool, eventId)
    if (!leaf) continue
    const event = await readEvent(store, leaf, eventId)
    if ((await partiesOf(store, event)).includes(memberId)) return { leaf, event }
  }
  return null
}

/**
 * The receipt of the first of these events that the member is a party of. It is verified before it is returned, so that
 * no invalid receipt is ever issued.
 * @throws {HttpError} 404 none of them is the member's; 503 it is not sealed yet
 */
export const receiptOf = async (
  parts: ReceiptParts,
  memberId: string,
  eventIds: readonly string[],
): Promise<{ readonly receipt: string; readonly eventId: string }> => {
  let found = await ownLeaf(parts, memberId, eventIds)
  if (!found) {
    await caughtUp(parts)
    found = await ownLeaf(parts, memberId, eventIds)
  }
  if (!found) throw notFound()
  const { leaf, event } = found
  const { seal, path, text } = await proofOver(parts, leaf)
  const claim = { data: canonicalBytes(event), index: leaf.index, size: seal.size, root: seal.root, path }
  const verdict = await verifyInclusion(claim, nodeSha256)
  if (!verdict.ok) throw new Error(`The receipt of event ${event.id} does not hold: ${verdict.why}`)
  return { receipt: formatReceipt({ event: canonicalEvent(event), proof: text }), eventId: event.id }
}

/**
 * Ids of the events that prove a transfer, deposit, vote or bill, best first. A transfer is its sender's `TransferSent`
 * and its recipient's `TransferReceived`; a vote may also be given by its proposal's id.
 */
export const eventsOf = async (
  { pool }: Pick<ReceiptParts, 'pool'>,
  memberId: string,
  kind: ReceiptKind,
  id: string,
): Promise<readonly string[]> => {
  switch (kind) {
    case 'transfer':
      return ['TransferSent', 'TransferReceived'].map((type) => derivedId(type, id))
    case 'deposit':
      return [derivedId('DepositCredited', id)]
    case 'vote':
      return [derivedId('VoteCast', (await voteIdOf(pool, id, memberId)) ?? id)]
    case 'bill':
      return [derivedId('BillPaid', id)]
  }
}
