import { expect, it } from 'vitest'
import { partiesOf } from '../../../api/proof/parties.ts'
import type { JsonObject, RecordedEvent } from '../../../events/store/event-store.ts'

const recorded = (streamId: string, type: string, data: JsonObject): RecordedEvent => ({
  id: 'event',
  type,
  data,
  metadata: {},
  streamId,
  revision: 0n,
  position: 1n,
  recordedAt: '2026-03-01T12:00:00.000Z',
})
/** A store in which every stream begins with this event. */
const beginningWith = (data: JsonObject) => ({
  readStream: async function* (streamId: string) {
    yield recorded(streamId, 'First', data)
  },
})
const nothing = { readStream: async function* () {} }

it.each([
  // A transfer names both members, but the only party is the owner of the wallet's stream.
  ['wallet-ada', 'TransferSent', { from: 'ada', to: 'grace' }, ['ada']],
  ['wallet-grace', 'TransferReceived', { from: 'ada', to: 'grace' }, ['grace']],
  ['proposal-1', 'VoteCast', { memberId: 'ada', proposalId: '1' }, ['ada']],
  ['proposal-1', 'ProposalOpened', { creatorId: 'ada' }, ['ada']],
  ['bill-1', 'BillPaid', { billId: '1', memberId: 'ada' }, ['ada']],
  ['pool-1', 'PoolCreated', { poolId: '1', memberId: 'ada' }, ['ada']],
  ['deposit-1', 'DepositSucceeded', { depositId: '1', memberId: 'ada' }, ['ada']],
  ['transferRequest-1', 'TransferRequested', { requesterId: 'ada', payerId: 'grace' }, ['ada', 'grace']],
  // No party: a result, the reserve, an unknown event.
  ['proposal-1', 'ProposalClosed', { votesFor: '1' }, []],
  ['rewardReserve-yut', 'ReserveFunded', { amount: '1' }, []],
  ['something-1', 'Unheard', { to: 'grace' }, []],
])('%s %s is the business of its parties only', async (stream, type, data, parties) => {
  expect(await partiesOf(nothing, recorded(stream, type, data))).toEqual(parties)
})

it('an answer to a request is the business of those whom the request names', async () => {
  const store = beginningWith({ requesterId: 'ada', payerId: 'grace' })
  const approved = recorded('transferRequest-1', 'TransferRequestApproved', { requestId: '1' })
  expect(await partiesOf(store, approved)).toEqual(['ada', 'grace'])
})
