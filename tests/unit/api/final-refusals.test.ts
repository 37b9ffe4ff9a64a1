import { expect, it } from 'vitest'
import { answerOnce } from '../../../api/http/idempotency.ts'
import type { Intent } from '../../../api/http/idempotency-store.ts'
import type { RefusalCode } from '../../../events/refusal-codes.ts'
import { Refusal } from '../../../events/refusal.ts'
import { createMemoryIdempotency, createMemoryIdempotencyKeys } from '../../support/memory-idempotency.ts'
import { createMemoryStore } from '../../support/memory-store.ts'

const intent: Intent = { memberId: 'ada', key: 'k', route: 'payBill', bodyHash: 'b' }

/** The answers to one key: the command is refused with this code at first, and done the next time. */
const answersAfter = async (code: RefusalCode): Promise<unknown[]> => {
  const ledger = createMemoryStore(() => 'none')
  const idempotency = createMemoryIdempotency(createMemoryIdempotencyKeys(ledger), ledger)
  let tries = 0
  const execute = async () => {
    tries += 1
    if (tries === 1) throw new Refusal(code, 'Not now.')
    return { status: 201, body: { done: true }, position: undefined }
  }
  const answer = () =>
    answerOnce(idempotency, intent, { execute }, () => {}).then(
      ({ status }) => status,
      () => 'refused, and not stored',
    )
  return [await answer(), await answer()]
}

it.each(['payment_pending', 'order_pending'] as const)(
  'a refusal because something is unfinished (%s) passes: the same key is carried out later',
  async (code) => {
    expect(await answersAfter(code)).toEqual(['refused, and not stored', 201])
  },
)

it('a refusal that a retry would get again is its answer for good', async () => {
  expect(await answersAfter('insufficient_funds')).toEqual([422, 422])
})
