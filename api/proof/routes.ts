import { toBase64 } from '../../events/proof/byte-text.ts'
import { consistencyProof, inclusionProof, leavesFrom, treeHead } from '../../projections/merkle/queries.ts'
import { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import { hasCosignatures, newestCheckpoint } from './checkpoints.ts'
import { takeCosignatures } from './cosignatures.ts'
import { newestStatement } from './ended.ts'
import { logKeys } from './keys.ts'
import { eventsOf, leafProof, receiptOf, type ReceiptParts } from './receipts.ts'
import { readTile } from './tiles.ts'
import type { LogWitnesses } from './witnesses.ts'

interface ProofArea extends ReceiptParts {
  readonly clock: () => Date
  readonly witnesses: LogWitnesses
}

const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8' }
const HASH_SECONDS = 31_536_000

const outOfRange = (error: unknown): never => {
  if (error instanceof RangeError)
    throw new HttpError(404, 'no_such_tree', `${error.message}.`, { cause: error })
  throw error
}

const registerPublic = (api: ApiRouter, area: ProofArea): void => {
  const { pool } = area
  registerOperation(api, operations.getCheckpoint, async () => {
    const newest = await newestCheckpoint(pool)
    if (!newest) throw new HttpError(404, 'nothing_sealed', 'This log has no checkpoint yet.')
    return reply(newest.note, { headers: PLAIN })
  })
  registerOperation(api, operations.getLogKeys, async () => {
    const [log, ...former] = await logKeys(pool)
    if (log === undefined) throw new HttpError(404, 'nothing_sealed', 'This log has not signed anything yet.')
    // Readers require the witnesses that are named: one that is only assumed is named from its first signature on.
    const isNamed = !area.witnesses.isAssumed || (await hasCosignatures(pool))
    return { log, former, witnesses: isNamed ? area.witnesses.keys.map(({ key }) => key) : [] }
  })
  registerOperation(api, operations.getConsistencyProof, async ({ query: { first, second } }) => {
    const { size } = await treeHead(pool)
    const hashes = await consistencyProof(pool, first, second, size).catch(outOfRange)
    return { first, second, hashes: hashes.map(toBase64) }
  })
  registerOperation(api, operations.getInclusionProof, async ({ query: { index, size } }) => {
    const { size: has } = await treeHead(pool)
    const hashes = await inclusionProof(pool, index, size, has).catch(outOfRange)
    const [leaf] = await leavesFrom(pool, index, 1)
    if (!leaf) throw new Error(`Leaf ${index} is missing`)
    return { index, size, leaf_hash: toBase64(leaf.hash), hashes: hashes.map(toBase64) }
  })
  registerOperation(api, operations.getLeafProof, async ({ params }) =>
    reply(await leafProof(area, params.index), { headers: PLAIN }),
  )
  registerOperation(
    api,
    operations.submitCosignature,
    ({ body }) =>
      takeCosignatures(
        { pool, witnesses: area.witnesses.keys.map(({ verifier }) => verifier), now: area.clock() },
        body.note,
      ),
    { limit: api.limits.lookup },
  )
  // The text of a signed note, as it is checked; most logs never have one.
  api.routes.get('/api/ledger/ended', async (ctx) => {
    ctx.state.route = '/api/ledger/ended'
    const statement = await newestStatement(pool)
    if (statement === null) throw new HttpError(404, 'not_ended', 'No log of this ledger has ended.')
    ctx.set(PLAIN)
    ctx.body = statement
  })
  // Binary, with a path of any depth as C2SP requires, so not an operation of the contract.
  api.routes.get('/api/ledger/tile/*path', async (ctx) => {
    ctx.state.route = '/api/ledger/tile/{path}'
    const bytes = await readTile(pool, ctx.path.slice('/api/ledger/tile/'.length))
    // A partial tile never changes either: its width is part of its name.
    ctx.set('Cache-Control', `public, max-age=${HASH_SECONDS}, immutable`)
    ctx.type = 'application/octet-stream'
    ctx.body = bytes
  })
}

const registerReceipts = (api: ApiRouter, area: ProofArea): void => {
  const answer = ({ receipt, eventId }: { receipt: string; eventId: string }) =>
    reply(receipt, {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="youtility-receipt-${eventId}.json"`,
      },
    })
  registerOperation(api, operations.getReceipt, async ({ member, params }) =>
    answer(await receiptOf(area, member.id, [params.id])),
  )
  registerOperation(api, operations.getReceiptOf, async ({ member, params: { kind, id } }) =>
    answer(await receiptOf(area, member.id, await eventsOf(area, member.id, kind, id))),
  )
}

/** Public calls of the Merkle log, and members' receipts. */
export const registerProof = (api: ApiRouter, area: ProofArea): void => {
  registerPublic(api, area)
  registerReceipts(api, area)
}
