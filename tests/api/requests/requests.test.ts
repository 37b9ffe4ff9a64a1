import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { answered, asks, cancels, requestsOf, responds, statusOf } from '../../support/request-calls.ts'
import { checkedServerOn, LEDGERS } from '../../support/stores.ts'
import { signedIn } from '../../support/test-server.ts'
import { keyed, refusal, sends, transferOf, walletOf } from '../../support/wallet-calls.ts'

describe.each(LEDGERS)('transfer requests on %s', (ledger) => {
  const server = checkedServerOn(ledger)
  const ada = signedIn(server, 'ada')
  const grace = signedIn(server, 'grace')
  const alan = signedIn(server, 'alan')

  const sentFor = async (id: string): Promise<number> => {
    const head = (await server.ledger.store.head()).toString()
    const request = (await requestsOf(grace, head)).incoming_requests.find((one) => one.id === id)
    const { sent } = await server.check({ idle: false })
    return sent.filter((transferId) => transferId === request?.transfer_id).length
  }

  it('are shown to both members, with names, cents and words', async () => {
    const { id, position } = await asks(ada, '@Grace', '12.50', { message: '  lunch, café  ' })
    const [mine, hers, his] = await Promise.all(
      [ada, grace, alan].map((member) => requestsOf(member, position)),
    )
    const shown = {
      id,
      status: 'pending',
      amount: 1_250,
      message: 'lunch, café',
      requester_name: 'Ada Lovelace',
      requester_handle: 'ada',
      sender_name: 'Grace Hopper',
      sender_handle: 'grace',
      transfer_id: null,
      answered_at: null,
    }
    expect(mine?.outgoing_requests[0]).toMatchObject(shown)
    expect(hers?.incoming_requests[0]).toMatchObject(shown)
    expect(mine?.incoming_requests).toEqual([])
    expect(his).toMatchObject({ incoming_requests: [], outgoing_requests: [] })
    const [request] = mine?.outgoing_requests ?? []
    expect(Date.parse(request?.expires_at ?? '') - Date.parse(request?.created_at ?? '')).toBe(
      30 * 86_400_000,
    )
  })

  it('are paid when they are approved', async () => {
    const [before, graceBefore] = await Promise.all([walletOf(ada), walletOf(grace)])
    const { id } = await asks(ada, 'grace', 19.99, { description: 'tickets' })
    const request = await answered(await responds(grace, id, 'approve'))
    expect(request).toMatchObject({ status: 'completed', amount: 1_999, message: 'tickets' })
    const [after, graceAfter] = await Promise.all([
      walletOf(ada, request.position),
      walletOf(grace, request.position),
    ])
    expect(Number(after.usd) - Number(before.usd)).toBeCloseTo(19.99, 5)
    expect(Number(graceBefore.usd) - Number(graceAfter.usd)).toBeCloseTo(19.99, 5)
    expect(await statusOf(ada, id, request.position)).toBe('completed')
    expect(await transferOf(ada, request.transfer_id ?? '', request.position)).toMatchObject({
      status: 'completed',
      direction: 'received',
      amount: '19.99',
      message: 'tickets',
      sender: { name: 'Grace Hopper', handle: 'grace' },
    })
  })

  it('are declined by the payer and cancelled by the requester', async () => {
    const first = await asks(ada, 'grace', 5)
    const second = await asks(ada, 'grace', 5)
    const declined = await answered(await responds(grace, first.id, 'decline'))
    const cancelled = await answered(await cancels(ada, second.id))
    expect([declined.status, cancelled.status]).toEqual(['declined', 'cancelled'])
    expect(declined.transfer_id).toBeNull()
    expect(await statusOf(grace, first.id, declined.position)).toBe('declined')
    expect(await statusOf(grace, second.id, cancelled.position)).toBe('cancelled')
    for (const { id } of [first, second])
      for (const response of [
        await responds(grace, id, 'approve'),
        await responds(grace, id, 'decline'),
        await cancels(ada, id),
      ])
        expect(await refusal(response)).toMatchObject({
          status: 409,
          code: 'already_answered',
          error: expect.stringMatching(/^This request was already (declined|cancelled)\.$/),
        })
  })

  it('do not exist for whoever they are not for', async () => {
    const { id } = await asks(ada, 'grace', 5, { message: 'between us' })
    const head = await server.ledger.store.head()
    for (const response of [
      await responds(ada, id, 'approve'),
      await responds(ada, id, 'decline'),
      await cancels(grace, id),
      await responds(alan, id, 'approve'),
      await responds(alan, id, 'decline'),
      await cancels(alan, id),
      await responds(alan, randomUUID(), 'approve'),
      await cancels(alan, randomUUID()),
    ])
      expect(await refusal(response)).toEqual({
        status: 404,
        code: 'transfer_request_not_found',
        error: 'You have no transfer request with this id.',
      })
    for (const path of [`${id}/respond`, `${id}/cancel`]) {
      const response = await fetch(new URL(`/api/wallet/transfer-requests/${path}`, server.url), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
        body: JSON.stringify({ action: 'approve' }),
      })
      expect(response.status).toBe(401)
    }
    expect(await server.ledger.store.head()).toBe(head)
  })

  it('100 approvals and declines at once give one outcome and at most one payment', async () => {
    const { id } = await asks(ada, 'grace', 7)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => responds(grace, id, i % 2 === 0 ? 'approve' : 'decline')),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const response of answers.filter((one) => !won.includes(one)))
      expect(await refusal(response)).toMatchObject({
        status: 409,
        code: expect.stringMatching(/^(already_answered|conflict|too_busy)$/),
      })
    const [winner] = won
    if (!winner) throw new Error('nobody won')
    const { status, position } = await answered(winner)
    expect(await statusOf(ada, id, position)).toBe(status)
    expect(await sentFor(id)).toBe(status === 'completed' ? 1 : 0)
  })

  it('100 approvals with one key at once pay once and are answered the same', async () => {
    const { id } = await asks(ada, 'grace', 3)
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const response = await responds(grace, id, 'approve', key)
        return `${response.status} ${await response.text()}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^200 .*"completed"/)
    expect(await sentFor(id)).toBe(1)
    const declined = await responds(grace, id, 'decline', key)
    expect(await refusal(declined)).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })

  it('asking with one key 100 times asks once', async () => {
    const key = randomUUID()
    const body = { from_user_identifier: 'grace', amount: 2, message: 'once' }
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () =>
        (await ada.post('/api/wallet/request-transfer', body, keyed(key))).text(),
      ),
    )
    expect(new Set(answers).size).toBe(1)
    const { outgoing_requests } = await requestsOf(ada, (await server.ledger.store.head()).toString())
    expect(outgoing_requests.filter(({ amount }) => amount === 200)).toHaveLength(1)
  })

  it('wait for funds: refused without them, paid when they are there', async () => {
    const { id, position } = await asks(ada, 'grace', 5_000)
    const head = await server.ledger.store.head()
    const refused = await refusal(await responds(grace, id, 'approve'))
    expect(refused).toMatchObject({ status: 422, code: 'insufficient_funds' })
    expect(refused.error).toMatch(/^Insufficient USD balance/)
    expect(await server.ledger.store.head()).toBe(head)
    expect(await statusOf(grace, id, position)).toBe('pending')
    await sends(alan, { to_user_identifier: 'grace', currency: 'USD', amount: '2500.00' })
    await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '500.00' })
    const request = await answered(await responds(grace, id, 'approve'))
    expect(request.status).toBe('completed')
    expect(await sentFor(id)).toBe(1)
    // The money goes back, for the tests after this one.
    await sends(ada, { to_user_identifier: 'grace', currency: 'USD', amount: '2000.00' })
    await sends(ada, { to_user_identifier: 'alan', currency: 'USD', amount: '2500.00' })
  })

  it('come page by page, newest first', async () => {
    const ids: string[] = []
    for (let i = 1; i <= 5; i += 1) ids.unshift((await asks(alan, 'ada', i)).id)
    const head = (await server.ledger.store.head()).toString()
    const first = await requestsOf(alan, head, '?limit=2')
    const second = await requestsOf(alan, head, `?limit=2&outgoing_cursor=${first.outgoing_next_cursor}`)
    const third = await requestsOf(alan, head, `?limit=2&outgoing_cursor=${second.outgoing_next_cursor}`)
    const pages = [first, second, third]
    expect(pages.flatMap((page) => page.outgoing_requests.map(({ id }) => id))).toEqual(ids)
    expect(third.outgoing_next_cursor).toBeNull()
    expect((await requestsOf(ada, head, '?limit=1')).incoming_requests[0]?.id).toBe(ids[0])
    expect(await refusal(await ada.fetch('/api/wallet/transfer-requests?incoming_cursor=x'))).toMatchObject({
      status: 400,
      fields: { incoming_cursor: 'This cursor is not valid. Start again without one.' },
    })
  })

  it('cannot be passed off as paid by a transfer with a chosen key', async () => {
    const { id } = await asks(ada, 'grace', 4)
    await sends(grace, { to_user_identifier: 'alan', currency: 'USD', amount: '0.01' }, keyed(id))
    const request = await answered(await responds(grace, id, 'approve'))
    expect(await transferOf(ada, request.transfer_id ?? '', request.position)).toMatchObject({
      amount: '4.00',
      direction: 'received',
    })
  })
})
