import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTransferRequests, type TransferRequests } from '../../../api/requests/transfer-requests.ts'
import { newId, newOwnKey } from '../../../events/ids.ts'
import { usd, type Money } from '../../../events/money.ts'
import { EXPIRES_AFTER_MS } from '../../../events/requests/decide.ts'
import { paymentIdOf } from '../../../events/requests/transfer-request.ts'
import type { WalletCommand } from '../../../events/wallet/commands.ts'
import type { LedgerFacts } from '../../support/ledger-invariants.ts'
import { standingClock } from '../../support/moving-clock.ts'
import { eventually } from '../../support/read-models.ts'
import { answered, asks, cancels, requestsOf, responds, statusOf } from '../../support/request-calls.ts'
import { signedIn, testServer, type Member } from '../../support/test-server.ts'
import { refusal, walletOf } from '../../support/wallet-calls.ts'

/** What each payer has at the beginning of a test. */
const FUNDS_CENTS = 10_000

// Processes take up unfinished work only when the clock moves forward, however long a test takes.
const clock = standingClock(new Date().toISOString())
/** Writes to request streams as another process would, to leave work half done. */
let requests: TransferRequests

const execute = (memberId: string, command: WalletCommand) =>
  server.ledger.wallets.execute(memberId, command, {
    actor: 'system',
    correlationId: memberId,
    causationId: memberId,
    at: clock().toISOString(),
  })
const deposit = (memberId: string, amount: Money) =>
  execute(memberId, { type: 'creditDeposit', depositId: newId(), source: 'bank', amount })

/** What the log held before the test. */
let earlier: LedgerFacts
/** What was added since. */
const since = async (): Promise<Omit<LedgerFacts, 'book'>> => {
  const { sent, received, returned } = await server.check()
  return {
    sent: sent.slice(earlier.sent.length),
    received: received.slice(earlier.received.length),
    returned: returned.slice(earlier.returned.length),
  }
}
/** The dollars of a member as the ledger has them now. */
const dollarsOf = async (member: Member) =>
  (await walletOf(member, (await server.ledger.store.head()).toString())).usd

const server = testServer({ clock, env: { SEED: 'none', YUT_WELCOME_GRANT: '0' } })
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')
beforeAll(async () => {
  requests = createTransferRequests({ store: server.ledger.store, clock })
})
beforeEach(async () => {
  const missing = FUNDS_CENTS - Math.round(Number(await dollarsOf(grace)) * 100)
  if (missing > 0) await deposit(grace.id, usd(missing))
  earlier = await server.check()
})
afterEach(() => server?.check())

const approveOnly = (requestId: string) =>
  requests.answer('approve', { requestId, memberId: grace.id, idempotencyKey: newOwnKey(), provenAt: null })
const payment = (requestId: string, cents: number): WalletCommand => ({
  type: 'sendTransfer',
  transferId: paymentIdOf(requestId),
  to: ada.id,
  amount: usd(cents),
  message: null,
  provenAt: null,
})
const later = (ms: number) => clock.forward(ms)
const becomes = (id: string, status: string, requester = ada) =>
  eventually(async () => (await statusOf(requester, id)) === status, `the request is ${status}`)

describe('the settlement process', () => {
  it('pays a request whose approver died before the payment', async () => {
    const before = Number(await dollarsOf(ada))
    const { id } = await asks(ada, 'grace', 30)
    await approveOnly(id)
    later(15_000)
    await becomes(id, 'completed')
    expect(Number(await dollarsOf(ada)) - before).toBe(30)
    expect((await since()).sent).toEqual([paymentIdOf(id)])
  })

  it('does not pay again when the approver died after the money had left', async () => {
    const { id } = await asks(ada, 'grace', 30)
    await approveOnly(id)
    await execute(grace.id, payment(id, 3_000))
    later(15_000)
    await becomes(id, 'completed')
    expect((await since()).received).toEqual([paymentIdOf(id)])
    expect(await dollarsOf(grace)).toBe('70.00')
  })

  it('only says so when the approver died after the money had arrived, even if the payer is broke by now', async () => {
    const { id, position } = await asks(ada, 'grace', 100)
    await approveOnly(id)
    await server.ledger.transfers.send({
      idempotencyKey: id,
      payment: { transferId: paymentIdOf(id), after: BigInt(position) },
      from: grace.id,
      to: ada.id,
      amount: usd(10_000),
      message: null,
      provenAt: null,
      repeated: true,
    })
    later(15_000)
    await becomes(id, 'completed')
    expect((await since()).sent).toEqual([paymentIdOf(id)])
  })

  it('gives the approver time first', async () => {
    const { id } = await asks(ada, 'grace', 30)
    await approveOnly(id)
    const older = await asks(ada, 'grace', 1)
    const behind = () => new Date(clock().getTime() - 15_000)
    const answer = { requestId: older.id, memberId: grace.id, idempotencyKey: newOwnKey(), provenAt: null }
    await createTransferRequests({ store: server.ledger.store, clock: behind }).answer('approve', answer)
    // The process has its round now, and takes up the older request.
    later(0)
    await becomes(older.id, 'completed')
    expect(await statusOf(ada, id)).toBe('approved')
    later(15_000)
    await becomes(id, 'completed')
  })

  it('opens a request again that cannot be paid; it can be approved once there are funds', async () => {
    const { id } = await asks(ada, 'grace', 100.01)
    await approveOnly(id)
    later(15_000)
    // Asks the ledger: the list may still show the request as it was before the approval.
    await eventually(
      async () => (await requests.load(id)).request.status === 'pending',
      'the request is open again',
    )
    expect((await refusal(await responds(grace, id, 'approve'))).code).toBe('insufficient_funds')
    await deposit(grace.id, usd(1))
    const request = await answered(await responds(grace, id, 'approve'))
    expect(request.status).toBe('completed')
    expect((await since()).sent).toEqual([paymentIdOf(id)])
  })

  it('ends a request whose requester is gone: the money comes back', async () => {
    const alan = await server.signIn('alan')
    const { id } = await asks(alan, 'grace', 30)
    await execute(alan.id, { type: 'closeWallet' })
    await approveOnly(id)
    later(15_000)
    await becomes(id, 'failed', alan)
    expect(await dollarsOf(grace)).toBe('100.00')
    expect((await since()).returned).toEqual([paymentIdOf(id)])
    expect((await refusal(await responds(grace, id, 'approve'))).code).toBe('already_answered')
  })

  it('says so to the approver when the requester is gone', async () => {
    const edsger = await server.signIn('edsger')
    const { id } = await asks(edsger, 'grace', 30)
    await execute(edsger.id, { type: 'closeWallet' })
    expect(await refusal(await responds(grace, id, 'approve'))).toMatchObject({
      status: 422,
      code: 'wallet_closed',
    })
    expect((await since()).returned).toEqual([paymentIdOf(id)])
  })

  it('goes on after a restart', async () => {
    const { id } = await asks(ada, 'grace', 30)
    await approveOnly(id)
    await becomes(id, 'approved')
    later(15_000)
    await server.restart()
    await becomes(id, 'completed')
  })
})

describe('an answer that nobody heard', () => {
  const headers = (key: string) =>
    [
      `Host: ${new URL(server.url).host}`,
      'Content-Type: application/json',
      'Sec-Fetch-Site: same-origin',
      `Idempotency-Key: ${key}`,
      `Cookie: ${[...grace.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    ].join('\r\n')

  /** Sends an approval over a bare socket and disconnects before the answer. */
  const approveAndLeave = (id: string, key: string) =>
    new Promise<void>((resolve, reject) => {
      const body = JSON.stringify({ action: 'approve' })
      const socket = connect(Number(new URL(server.url).port), 'localhost', () => {
        socket.write(
          `POST /api/wallet/transfer-requests/${id}/respond HTTP/1.1\r\n${headers(key)}\r\n` +
            `Content-Length: ${body.length}\r\n\r\n${body}`,
          () => socket.destroy(),
        )
      })
      socket.on('close', () => resolve()).on('error', reject)
    })

  it('is the same when it is asked for again, and paid once', async () => {
    const { id } = await asks(ada, 'grace', 20)
    const key = randomUUID()
    for (let i = 0; i < 5; i += 1) await approveAndLeave(id, key)
    const request = await answered(await responds(grace, id, 'approve', key))
    expect(request.status).toBe('completed')
    expect((await since()).sent).toEqual([paymentIdOf(id)])
    expect((await walletOf(grace, request.position)).usd).toBe('80.00')
  })

  it('is given again when the process died before it could keep it', async () => {
    const { id } = await asks(ada, 'grace', 20)
    const key = randomUUID()
    const first = await answered(await responds(grace, id, 'approve', key))
    // As left by a process that died between the payment and storing the answer.
    const { rowCount } = await server.pool.query(
      'update app.idempotency_key set status = null, response = null where key = $1',
      [key],
    )
    expect(rowCount).toBe(1)
    await server.restart()
    const second = await answered(await responds(grace, id, 'approve', key))
    expect(second).toEqual(first)
    expect((await since()).sent).toEqual([paymentIdOf(id)])
  })
})

describe('the expiry process', () => {
  it('ends what nobody answered within 30 days, and nothing else', async () => {
    const asking = await server.signIn('barbara')
    const open = await asks(asking, 'grace', 1)
    const paid = await asks(asking, 'grace', 2)
    const declined = await asks(asking, 'grace', 3)
    const approved = await answered(await responds(grace, paid.id, 'approve'))
    await answered(await responds(grace, declined.id, 'decline'))
    later(EXPIRES_AFTER_MS - 60_000)
    // A sign-in does not last so long.
    const [barbara, payer] = await Promise.all([server.signIn('barbara'), server.signIn('grace')])
    const fresh = await asks(barbara, 'grace', 4)
    expect(await statusOf(payer, open.id, fresh.position)).toBe('pending')
    later(60_000)
    // Expired for readers at once, and in the ledger after the process's next round.
    expect(await statusOf(payer, open.id)).toBe('expired')
    for (const response of [
      await responds(payer, open.id, 'approve'),
      await responds(payer, open.id, 'decline'),
      await cancels(barbara, open.id),
    ])
      expect(await refusal(response)).toMatchObject({ status: 409, code: 'already_expired' })
    await eventually(
      async () => (await requests.load(open.id)).request.status === 'expired',
      'the expiry stands in the ledger',
    )
    const { outgoing_requests } = await requestsOf(barbara, (await server.ledger.store.head()).toString())
    expect(outgoing_requests.map(({ id, status }) => [id, status])).toEqual([
      [fresh.id, 'pending'],
      [declined.id, 'declined'],
      [paid.id, 'completed'],
      [open.id, 'expired'],
    ])
    expect(outgoing_requests.at(-1)?.answered_at).not.toBeNull()
    expect((await since()).sent).toEqual([approved.transfer_id])
  })
})
