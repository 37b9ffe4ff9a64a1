import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { operations } from '../../../api/contract/operations.ts'
import type { Operation } from '../../../api/contract/operation.ts'
import { canonicalEvent } from '../../../events/proof/canonical-event.ts'
import type { RecordedEvent } from '../../../events/store/event-store.ts'
import { leafHash } from '../../../projections/merkle/leaf.ts'
import { openBrowser } from '../../support/browser.ts'
import { eventually } from '../../support/read-models.ts'
import { testServer } from '../../support/test-server.ts'
import { sends } from '../../support/wallet-calls.ts'

/**
 * Ids of events are derived from their subject (member and day, biller and month, voter and proposal), so anybody
 * can compute the id of a guessed event. No answer may reveal whether the guess was right.
 */
const server = testServer()
beforeAll(async () => {
  const ada = await server.signIn('ada')
  await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '1.00' })
  await ada.post('/api/yut/stake', { amount: '20' })
  await ada.post('/api/sandbox/clock/advance', { days: 40 })
  const awaited = ['InterestPaid', 'BillIssued', 'TransferReceived', 'YutStaked']
  await eventually(async () => {
    const types = new Set((await everyEvent()).map(({ type }) => type))
    return awaited.every((type) => types.has(type))
  }, 'interest is paid and bills are issued')
}, 90_000)

const everyEvent = async (): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = []
  for await (const event of server.ledger.store.readAll()) events.push(event)
  return events
}

it('who knows everything of an event but its salt cannot find its leaf, of whatever type it is', async () => {
  const events = await everyEvent()
  const leaves = new Set(events.map((event) => leafHash(event).join()))
  for (const event of events) {
    const { salt, ...known } = event.metadata
    expect(salt, event.type).toMatch(/^[\w-]{22}$/)
    expect(leaves.has(leafHash({ ...event, metadata: known }).join())).toBe(false)
  }
  expect(leaves.size).toBe(events.length)
})

/** Reads with an id in the path. */
const READ_BY_ID: readonly Operation[] = Object.values<Operation>(operations).filter(
  ({ method, path }) => method === 'GET' && path.includes('{'),
)

const pathsWith = ({ path }: Operation, id: string): string[] =>
  path.includes('{kind}')
    ? ['transfer', 'deposit', 'vote', 'bill'].map((kind) =>
        path.replace('{kind}', kind).replace(/\{\w+\}/, id),
      )
    : [path.replaceAll(/\{\w+\}/g, id)]

it.each([['a stranger', null] as const, ['a member who is no party', 'alan'] as const])(
  'an id of an event that happened answers %s as one that never was',
  async (_who, handle) => {
    const alan = await server.signIn('alan')
    const browser = handle === null ? openBrowser(server.url) : alan
    const answerTo = async (path: string, id: string): Promise<string> => {
      const response = await browser.fetch(path)
      return `${response.status} ${(await response.text()).replaceAll(id, '{id}')}`
    }
    const others = (await everyEvent()).filter((event) => !canonicalEvent(event).includes(alan.id))
    // One event of each type is enough.
    const samples = [...new Map(others.map((event) => [event.type, event])).values()]
    expect(samples.length).toBeGreaterThan(8)
    for (const operation of READ_BY_ID) {
      const never = randomUUID()
      const expected = await Promise.all(pathsWith(operation, never).map((path) => answerTo(path, never)))
      for (const { id, type } of samples)
        expect(
          await Promise.all(pathsWith(operation, id).map((path) => answerTo(path, id))),
          `${operation.id} of a ${type}`,
        ).toEqual(expected)
    }
  },
  120_000,
)
