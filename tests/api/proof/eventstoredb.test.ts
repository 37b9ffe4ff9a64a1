import { expect, it } from 'vitest'
import { toHex } from '../../../events/proof/byte-text.ts'
import { canonicalBytes, canonicalEvent } from '../../../events/proof/canonical-event.ts'
import { createMerkleTree } from '../../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../../events/proof/node-sha256.ts'
import { NO_QUORUM } from '../../../events/proof/quorum.ts'
import { parseReceipt } from '../../../events/proof/receipt.ts'
import { createEventStoreDbStore } from '../../../events/store/eventstoredb/store.ts'
import { withSalts } from '../../../events/store/salted.ts'
import { leafOfEvent, rootOf, treeHead } from '../../../projections/merkle/queries.ts'
import { scrubMerkle } from '../../../projections/merkle/scrub.ts'
import { saveCheckpoint } from '../../../api/proof/checkpoints.ts'
import { receiptOf } from '../../../api/proof/receipts.ts'
import { startStandIn } from '../../support/eventstoredb/server.ts'
import { freshReadModels } from '../../support/read-models.ts'
import {
  cents,
  deposited,
  memberNamed,
  transferOf,
  walletOpened,
  walletWriter,
} from '../../support/wallet-log.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

const [ada, grace] = [memberNamed('ada'), memberNamed('grace')]

it('an EventStoreDB, whose positions have gaps, has the same tree, receipts and comparison, with salts and without', async () => {
  const standIn = await startStandIn()
  const models = await freshReadModels()
  const opened = createEventStoreDbStore({ connectionString: standIn.connectionString })
  let level = 1
  const store = withSalts({ ...opened, level: () => level })
  try {
    const { append } = walletWriter(store)
    const lunch = transferOf(ada, grace, 'lunch', cents(1_250))
    await append(walletOpened(ada), walletOpened(grace), deposited(ada, 'first', cents(5_000)))
    level = 2
    await append(lunch.sent)
    const last = await append(lunch.received)
    const running = models.start({ store })
    expect(await running.waitFor(last, 20_000)).toBe(true)

    const events = await Array.fromAsync(store.readAll())
    expect(events.map(({ metadata }) => 'salt' in metadata)).toEqual([false, false, false, true, true])
    const tree = createMerkleTree(nodeSha256)
    for (const event of events) tree.append(canonicalBytes(event))
    const root = await rootOf(models.pool, 5)
    expect(await treeHead(models.pool)).toEqual({ size: 5, position: last, fault: null })
    expect(toHex(root)).toBe(toHex(tree.root()))
    expect(await scrubMerkle({ pool: models.pool, store }, 0)).toEqual({
      next: 5,
      complete: true,
      fault: null,
    })
    expect(await scrubMerkle({ pool: models.pool, store }, 3)).toEqual({
      next: 5,
      complete: true,
      fault: null,
    })

    await saveCheckpoint(models.pool, { size: 5, root, note: 'log\n5\nroot\n\nsignature\n' }, new Date())
    const witnesses = { keys: [], quorum: NO_QUORUM }
    const parts = { pool: models.pool, store, waitFor: running.waitFor, witnesses }
    const sent = events.find(({ type }) => type === 'TransferSent')
    const { receipt } = await receiptOf(parts, ada, [sent?.id ?? ''])
    expect(sent && parseReceipt(receipt).event).toBe(sent && canonicalEvent(sent))
    expect((await leafOfEvent(models.pool, sent?.id ?? ''))?.index).toBe(3)
    await running.stop()

    await models.pool.query(
      `update ${READ_SCHEMA}.merkle_leaves set positions[3] = positions[3] - 1 where index = 0`,
    )
    expect((await scrubMerkle({ pool: models.pool, store }, 0)).fault).toMatch(/leaf 2 is the event at/)
  } finally {
    await store.close()
    await models.dispose()
    standIn.kill()
  }
})
