import type { Currency } from '../../../events/money.ts'
import { paymentIdOf } from '../../../events/requests/transfer-request.ts'
import type { EncryptedText } from '../../../events/encrypted-text.ts'
import type { Member, World } from './world.ts'

const amount = <C extends Currency>(currency: C, minor: bigint) => ({ currency, minor: minor.toString() })

/** Ciphertext as long as that of a few words, for half of the transfers; null for the others. */
const words = (world: World, member: Member): EncryptedText | null =>
  world.random() < 0.5
    ? null
    : {
        keyId: member.id,
        nonce: 'bm9uY2Vub25jZQ',
        ciphertext: 'Y2lwaGVydGV4dCBvZiBhIGZldyB3b3Jkcw'.repeat(2),
      }

/** Sends a part of the balance; the money is returned when the recipient has left. */
export const transfer = (
  world: World,
  from: Member,
  to: Member,
  currency: Currency,
  given?: { readonly transferId: string; readonly minor: bigint },
): void => {
  const available = from.balances[currency]
  const minor = given?.minor ?? available / BigInt(world.upTo(40) + 10)
  if (minor <= 0n || minor > available || from === to) return
  const transferId = given?.transferId ?? world.newId('transfer')
  const sent = { transferId, from: from.id, to: to.id, amount: amount(currency, minor) }
  const message = words(world, from)
  const sentAt = world.at()
  from.balances[currency] -= minor
  world.wallet(from, { type: 'TransferSent', data: { ...sent, message } })
  if (to.leaves) {
    from.balances[currency] += minor
    world.wallet(from, { type: 'TransferReturned', data: { ...sent, reason: 'wallet_closed' } })
  } else {
    to.balances[currency] += minor
    world.wallet(to, { type: 'TransferReceived', data: { ...sent, message, sentAt } })
  }
}

const credit = (
  world: World,
  member: Member,
  depositId: string,
  source: 'bank' | 'card' | 'ach',
  currency: Currency,
  minor: bigint,
  fee?: bigint,
): void => {
  member.balances[currency] += minor
  world.wallet(member, {
    type: 'DepositCredited',
    data: {
      memberId: member.id,
      depositId,
      source,
      amount: amount(currency, minor),
      ...(fee !== undefined && { fee: amount('USD', fee) }),
    },
  })
}

/** A withdrawal as far as it comes: it is cancelled, stopped or released by a person, fails, is sent, or comes back after that. */
export const withdrawal = (
  world: World,
  member: Member,
  minor: bigint,
  end: 'cancelled' | 'stopped' | 'released' | 'failed' | 'sent' | 'returned' | 'instant' | 'rerouted',
): void => {
  const ids = { withdrawalId: world.newId('withdrawal'), memberId: member.id }
  const data = { ...ids, amount: { currency: 'USD', minor: minor.toString() } } as const
  const accountId = world.newId('bank account')
  const review = end === 'stopped' || end === 'released' ? ({ review: 'near_limit' } as const) : {}
  const isInstant = end === 'instant' || end === 'rerouted'
  const [rail, fee] = isInstant ? (['instant', { fee: '150' }] as const) : (['ach', {}] as const)
  world.wallet(member, {
    type: 'WithdrawalRequested',
    data: { ...data, accountId, rail, ...fee, provenAt: world.at(), ...review },
  })
  if (end === 'stopped')
    return world.wallet(member, {
      type: 'WithdrawalFailed',
      data: { ...data, reason: 'stopped_origin_unclear' },
    })
  if (end === 'released') world.wallet(member, { type: 'WithdrawalReleased', data: ids })
  if (end === 'cancelled') return world.wallet(member, { type: 'WithdrawalCancelled', data })
  world.wallet(member, { type: 'WithdrawalOrdered', data: ids })
  if (end === 'failed')
    return world.wallet(member, { type: 'WithdrawalFailed', data: { ...data, reason: 'rejected' } })
  const reference = `payout_${ids.withdrawalId}`
  if (end === 'rerouted') {
    const back = { currency: 'USD', minor: '150' } as const
    const paid = { currency: 'USD', minor: (minor - 150n).toString() } as const
    world.wallet(member, {
      type: 'WithdrawalRerouted',
      data: { ...ids, amount: back, reason: 'not_taken_here' },
    })
    world.wallet(member, { type: 'WithdrawalSent', data: { ...ids, amount: paid, reference } })
    member.balances.USD -= minor - 150n
    return
  }
  world.wallet(member, { type: 'WithdrawalSent', data: { ...data, ...fee, reference } })
  if (end === 'returned')
    return world.wallet(member, { type: 'WithdrawalReturned', data: { ...data, reason: 'R03' } })
  member.balances.USD -= minor
}

/** Money credited by the bank itself, without a deposit stream. */
export const bankDeposit = (world: World, member: Member, currency: Currency, minor: bigint): void =>
  credit(world, member, world.newId('deposit'), 'bank', currency, minor)

/** A card payment: some require the payer's confirmation, some are declined. */
export const cardDeposit = (world: World, member: Member): void => {
  const minor = BigInt(world.upTo(40_000) + 100)
  const fee = (minor * 29n) / 1_000n + 30n
  const ids = { depositId: world.newId('deposit'), memberId: member.id }
  const reference = `pi_${ids.depositId.slice(0, 8)}`
  world.deposit({
    type: 'DepositInitiated',
    data: {
      ...ids,
      method: 'card',
      amount: amount('USD', minor),
      fee: amount('USD', fee),
      provider: 'sandbox',
    },
  })
  world.deposit({ type: 'DepositSubmitted', data: { ...ids, reference } })
  if (world.random() < 0.1) world.deposit({ type: 'DepositActionRequired', data: { ...ids, reference } })
  if (world.random() < 0.1)
    return world.deposit({ type: 'DepositFailed', data: { ...ids, reference, reason: 'card_declined' } })
  world.deposit({ type: 'DepositSucceeded', data: { ...ids, reference } })
  credit(world, member, ids.depositId, 'card', 'USD', minor, fee)
}

/** A bank debit; some are returned, which may leave a negative balance. */
export const achDeposit = (world: World, member: Member): void => {
  const minor = BigInt(world.upTo(90_000) + 100)
  const ids = { depositId: world.newId('deposit'), memberId: member.id }
  const reference = `py_${ids.depositId.slice(0, 8)}`
  world.deposit({
    type: 'DepositInitiated',
    data: {
      ...ids,
      method: 'ach',
      amount: amount('USD', minor),
      fee: amount('USD', 0n),
      provider: 'sandbox',
    },
  })
  world.deposit({ type: 'DepositSubmitted', data: { ...ids, reference } })
  world.deposit({ type: 'DepositProcessing', data: { ...ids, reference } })
  world.deposit({ type: 'DepositSucceeded', data: { ...ids, reference } })
  credit(world, member, ids.depositId, 'ach', 'USD', minor, 0n)
  if (world.random() > 0.08) return
  world.deposit({ type: 'DepositReturned', data: { ...ids, reference, code: 'R01' } })
  member.balances.USD -= minor
  world.wallet(member, {
    type: 'DepositReversed',
    data: {
      memberId: member.id,
      depositId: ids.depositId,
      source: 'ach',
      amount: amount('USD', minor),
      fee: amount('USD', 0n),
      reason: 'R01',
    },
  })
}

/** A request for money with one of its possible outcomes. */
export const moneyRequest = (world: World, requester: Member, payer: Member): void => {
  if (requester === payer) return
  const requestId = world.newId('request')
  const minor = BigInt(world.random() < 0.05 ? 500_000 : world.upTo(5_000) + 99)
  const answer = () => ({ requestId, answerId: world.newId('answer') })
  world.request({
    type: 'TransferRequested',
    data: {
      requestId,
      requesterId: requester.id,
      payerId: payer.id,
      amount: amount('USD', minor),
      message: words(world, requester),
      expiresAt: new Date(world.now + 30 * 86_400_000).toISOString(),
    },
  })
  const roll = world.random()
  if (roll < 0.15) return world.request({ type: 'TransferRequestDeclined', data: answer() })
  if (roll < 0.25) return world.request({ type: 'TransferRequestCancelled', data: answer() })
  if (roll < 0.3) return world.request({ type: 'TransferRequestExpired', data: { requestId } })
  const transferId = paymentIdOf(requestId)
  const approved = answer()
  world.request({ type: 'TransferRequestApproved', data: { ...approved, transferId } })
  if (payer.balances.USD < minor) {
    world.request({ type: 'TransferRequestFailed', data: { ...approved, reason: 'insufficient_funds' } })
    return
  }
  transfer(world, payer, requester, 'USD', { transferId, minor })
  world.request({ type: 'TransferRequestFulfilled', data: { requestId, transferId } })
}
