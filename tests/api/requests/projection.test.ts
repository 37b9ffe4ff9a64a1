import { afterAll, beforeAll, expect, it } from 'vitest'
import { derivedId } from '../../../events/ids.ts'
import { transferRequestEvents, type TransferRequestEvent } from '../../../events/requests/events.ts'
import { evolve, initialState, paymentIdOf } from '../../../events/requests/transfer-request.ts'
import { readModelDigest } from '../../../projections/digest.ts'
import { requestsOf } from '../../../projections/requests/queries.ts'
import { freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { memberNamed, timeOf } from '../../support/wallet-log.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

const ada = memberNamed('ada')
const grace = memberNamed('grace')

/** Every way that a request can go, as the facts after TransferRequested. */
const ways = (requestId: string): readonly (readonly TransferRequestEvent[])[] => {
  const answerId = (n: number) => derivedId('answer', requestId, String(n))
  const approved = (n = 1): TransferRequestEvent => ({
    type: 'TransferRequestApproved',
    data: { requestId, answerId: answerId(n), transferId: paymentIdOf(requestId) },
  })
  const failed = (reason: string, n = 1): TransferRequestEvent => ({
    type: 'TransferRequestFailed',
    data: { requestId, answerId: answerId(n), reason },
  })
  const fulfilled: TransferRequestEvent = {
    type: 'TransferRequestFulfilled',
    data: { requestId, transferId: paymentIdOf(requestId) },
  }
  const declined: TransferRequestEvent = {
    type: 'TransferRequestDeclined',
    data: { requestId, answerId: answerId(3) },
  }
  return [
    [],
    [approved()],
    [approved(), fulfilled],
    [approved(), failed('insufficient_funds')],
    [approved(), failed('insufficient_funds'), approved(2), fulfilled],
    [approved(), failed('insufficient_funds'), declined],
    [approved(), failed('wallet_closed')],
    [approved(), failed('returned')],
    [declined],
    [{ type: 'TransferRequestCancelled', data: { requestId, answerId: answerId(4) } }],
    [{ type: 'TransferRequestExpired', data: { requestId } }],
  ]
}

let models: ReadModels
let time = 0
const timeline = Array.from({ length: ways('').length }, (_, i) => {
  const requestId = derivedId('request', String(i))
  const requested: TransferRequestEvent = {
    type: 'TransferRequested',
    data: {
      requestId,
      requesterId: ada,
      payerId: grace,
      amount: { currency: 'USD', minor: String(100 + i) },
      message: i % 2 === 0 ? null : { keyId: 'k', nonce: 'n', ciphertext: `words "${i}"` },
      expiresAt: timeOf(50_000),
    },
  }
  return [requested, ...(ways(requestId)[i] ?? [])].map((event) => ({ event, at: timeOf(time++) }))
})

beforeAll(async () => {
  models = await freshReadModels()
})
afterAll(() => models?.dispose())

it('gives the same rows event by event and in one batch, and they are what the streams fold to', async () => {
  const live = models.start({ batchMax: 1 })
  for (const facts of timeline)
    for (const { event, at } of facts)
      await models.writer.appendRaw(transferRequestEvents.streamOf(event.data.requestId), [
        { id: transferRequestEvents.idOf(event), type: event.type, data: event.data, metadata: { at } },
      ])
  const head = await models.store.head()
  expect(await live.waitFor(head, 10_000)).toBe(true)
  await live.stop()
  const before = await readModelDigest(models.url)

  await models.pool.query(`truncate ${READ_SCHEMA}.transfer_request`)
  await models.pool.query(`
    set search_path to ${READ_SCHEMA};
    select regroup('{requests}', ${head});
    update pass set position = 0 where names = '{requests}';
    reset search_path`)
  const again = models.start()
  expect(await again.waitFor(head, 10_000)).toBe(true)
  await again.stop()
  expect((await readModelDigest(models.url)).tables).toEqual(before.tables)

  const { incoming: rows, outgoing } = await requestsOf(models.pool, grace, { limit: 100 })
  expect(rows).toHaveLength(timeline.length)
  for (const [i, facts] of timeline.entries()) {
    const state = facts.reduce((folded, { event, at }) => evolve(folded, event, at), initialState())
    if (state.status === 'absent') throw new Error('nothing was folded')
    const { requestId: id, requesterId, payerId, amount, message, requestedAt, expiresAt, status } = state
    const row = rows[rows.length - 1 - i]
    expect(row).toMatchObject({ id, requesterId, payerId, amount, message, requestedAt, expiresAt, status })
    expect(row?.answeredAt ?? null).toBe(
      'answeredAt' in state ? state.answeredAt : 'expiredAt' in state ? state.expiredAt : null,
    )
    expect(row?.answerId ?? null).toBe('answerId' in state ? state.answerId : null)
    const isPaid =
      ['approved', 'completed'].includes(status) || (status === 'failed' && state.reason === 'returned')
    expect(row?.transferId ?? null).toBe(isPaid ? paymentIdOf(id) : null)
    expect(row?.approvedPosition !== null).toBe(
      facts.some(({ event }) => event.type === 'TransferRequestApproved'),
    )
  }
  expect(outgoing).toEqual([])
})
