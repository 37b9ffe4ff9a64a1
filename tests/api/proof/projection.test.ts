import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toHex, toUtf8 } from '../../../events/proof/byte-text.ts'
import { canonicalBytes } from '../../../events/proof/canonical-event.ts'
import { createMerkleTree } from '../../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../../events/proof/node-sha256.ts'
import { leafInput } from '../../../events/proof/hashing.ts'
import { verifyInclusion } from '../../../events/proof/verify.ts'
import { readModelDigest } from '../../../projections/digest.ts'
import { leafHash } from '../../../projections/merkle/leaf.ts'
import {
  consistencyProof,
  hashesOf,
  inclusionProof,
  leafOfEvent,
  rootOf,
  treeHead,
} from '../../../projections/merkle/queries.ts'
import { scrubMerkle, stopMerkle } from '../../../projections/merkle/scrub.ts'
import { rebuildProjections } from '../../../projections/rebuild.ts'
import { checkMerkle } from '../../support/merkle-invariants.ts'
import { eventually, freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { cents, deposited, memberNamed, walletOpened } from '../../support/wallet-log.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

let models: ReadModels
beforeEach(async () => {
  models = await freshReadModels()
})
afterEach(() => models.dispose())

const ada = memberNamed('ada')
const treeOfLog = async () => {
  const tree = createMerkleTree(nodeSha256)
  for await (const event of models.store.readAll()) tree.append(canonicalBytes(event))
  return tree
}
const fill = async (count: number) => {
  const entries = Array.from({ length: count }, (_, i) => deposited(ada, `deposit ${i}`, cents(i + 1)))
  return models.writer.append(walletOpened(ada), ...entries)
}
/** Changes the log as the database's owner can, without the trigger that refuses changes. */
const tamper = async (sql: string) => {
  await models.pool.query(`
    alter table event_store.event disable trigger append_only;
    ${sql};
    alter table event_store.event enable trigger append_only`)
}

describe('the Merkle tree in tables', () => {
  it('is that of the log, with every proof of every size, however it was cut into batches', async () => {
    const position = await fill(599)
    const running = models.start({ batchMax: 37 })
    await running.waitFor(position, 30_000)
    const tree = await treeOfLog()
    expect(await treeHead(models.pool)).toEqual({ size: 600, position, fault: null })
    const [first] = await hashesOf(models.pool, 1, 0, 2)
    expect(toHex(first ?? toUtf8(''))).toBe(toHex(tree.root(256)))
    for (const size of [1, 2, 255, 256, 257, 511, 512, 513, 600])
      expect(toHex(await rootOf(models.pool, size))).toBe(toHex(tree.root(size)))
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 600 }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1))),
        async ([size, index]) => {
          const inclusion = await inclusionProof(models.pool, index, size, 600)
          expect(inclusion.map(toHex)).toEqual(tree.inclusionProof(index, size).map(toHex))
          const consistency = await consistencyProof(models.pool, index + 1, size, 600)
          expect(consistency.map(toHex)).toEqual(tree.consistencyProof(index + 1, size).map(toHex))
        },
      ),
      { numRuns: 150 },
    )
  })

  it('has each event under its id, and the empty tree has a root', async () => {
    expect(toHex(await rootOf(models.pool, 0))).toBe(toHex(nodeSha256(new Uint8Array())))
    const running = models.start()
    await running.waitFor(await fill(3), 5_000)
    let index = 0
    let before = 0n
    for await (const event of models.store.readAll()) {
      const leaf = await leafOfEvent(models.pool, event.id)
      expect(leaf).toMatchObject({ index, position: event.position, after: before })
      expect(toHex(leaf?.hash ?? toUtf8(''))).toBe(toHex(nodeSha256(leafInput(canonicalBytes(event)))))
      const claim = {
        data: canonicalBytes(event),
        index,
        size: 4,
        root: await rootOf(models.pool, 4),
        path: await inclusionProof(models.pool, index, 4, 4),
      }
      expect(await verifyInclusion(claim, nodeSha256)).toEqual({ ok: true })
      index += 1
      before = event.position
    }
    expect(await leafOfEvent(models.pool, ada)).toBeNull()
  })

  it('is the same after a rebuild', async () => {
    const running = models.start({ batchMax: 100 })
    await running.waitFor(await fill(300), 10_000)
    await running.stop()
    const before = await readModelDigest(models.url)
    await rebuildProjections({ store: models.store, url: models.url, log: models.log })
    const after = await readModelDigest(models.url)
    for (const table of ['merkle_tree', 'merkle_leaves', 'merkle_event', 'merkle_subtree'])
      expect(after.tables[table]).toBe(before.tables[table])
    const running2 = models.start()
    await running2.waitFor(await models.writer.append(deposited(ada, 'more', cents(1))), 5_000)
    expect(toHex(await rootOf(models.pool, 302))).toBe(toHex((await treeOfLog()).root()))
    await checkMerkle(models.store, models.url)
  })

  it('moves with its checkpoint or not at all', async () => {
    await fill(20)
    await models.pool.query(
      `alter table ${READ_SCHEMA}.merkle_leaves add constraint broken check (not 16 = any (positions))`,
    )
    const running = models.start({ batchMax: 10, retryMs: 50 })
    await eventually(() => running.health().merkle?.state === 'failed', 'it stops')
    const { position } = await treeHead(models.pool)
    const { positions } = await readModelDigest(models.url)
    expect(position).toBe(positions.merkle)
    expect((await treeHead(models.pool)).size).toBe(15)
    await models.pool.query(`alter table ${READ_SCHEMA}.merkle_leaves drop constraint broken`)
    await eventually(() => running.health().merkle?.state === 'live', 'it goes on')
    expect(toHex(await rootOf(models.pool, 21))).toBe(toHex((await treeOfLog()).root()))
  })
})

describe('a log that was changed under the tree', () => {
  const scrubbed = () => scrubMerkle(models, 0)
  beforeEach(async () => {
    const running = models.start()
    await running.waitFor(await fill(9), 10_000)
    await running.stop()
    expect(await scrubbed()).toEqual({ next: 10, complete: true, fault: null })
  })

  it.each([
    [
      'changed',
      `update event_store.event set data = replace(data, '"5"', '"6"') where position = 6`,
      /position 6 is not what was sealed there/,
    ],
    [
      'changed in its time',
      `update event_store.event set created_at = created_at - interval '1 day' where position = 3`,
      /position 3 is not what was sealed there/,
    ],
    [
      'dropped',
      `delete from event_store.event where position = 4`,
      /leaf 3 .* the log now has .* position 5/,
    ],
    [
      'dropped at the end',
      `delete from event_store.event where position = 10`,
      /leaf 9 .* does not have any more/,
    ],
    [
      'inserted',
      `update event_store.event set position = position + 1000 where position > 5; update event_store.event set position = position - 999 where position > 1000; insert into event_store.event select 6, 'wallet-x', 0, gen_random_uuid(), type, data, metadata, created_at from event_store.event where position = 5`,
      /stream wallet-x at position 6 is not what was sealed there/,
    ],
    [
      'duplicated',
      `update event_store.event set position = position + 1000 where position > 5; update event_store.event set position = position - 999 where position > 1000; insert into event_store.event select 6, stream_id || '-again', revision, event_id, type, data, metadata, created_at from event_store.event where position = 5`,
      /-again at position 6 is not what was sealed there/,
    ],
    [
      'reordered',
      `update event_store.event set position = 1000 where position = 4; update event_store.event set position = 4 where position = 5; update event_store.event set position = 5 where position = 1000`,
      /position 4 is not what was sealed there/,
    ],
  ])('is found and named: an event %s', async (_, sql, says) => {
    await tamper(sql)
    expect((await scrubbed()).fault).toMatch(says)
  })

  it('stops the projection, which says why', async () => {
    await stopMerkle(models.pool, 'event 5 is not what it was')
    const running = models.start()
    await models.writer.append(deposited(ada, 'more', cents(1)))
    await eventually(() => running.health().merkle?.state === 'failed', 'it stops')
    expect(running.health().merkle?.error).toMatch(/not that of the log: event 5 is not what it was/)
    expect((await treeHead(models.pool)).size).toBe(10)
    expect(running.health().wallet?.ok).toBe(true)
  })

  it('shows in a leaf that was changed instead', async () => {
    await checkMerkle(models.store, models.url)
    await models.pool.query(
      `update ${READ_SCHEMA}.merkle_leaves set hashes = overlay(hashes placing sha256('x') from 32 * 7 + 1) where index = 0`,
    )
    expect((await scrubbed()).fault).toMatch(/position 8 is not what was sealed there/)
    await expect(checkMerkle(models.store, models.url)).rejects.toThrow(
      'The Merkle tree is not that of the log',
    )
    const [event] = await Array.fromAsync(models.store.readAll({ after: 7n, limit: 1 }))
    expect(event && toHex(leafHash(event))).not.toBe(toHex(nodeSha256(toUtf8('x'))))
  })
})
