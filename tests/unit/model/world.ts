import { Counter } from 'prom-client'
import { pino } from 'pino'
import { Pool } from 'pg'
import type { DepositsArea } from '../../../api/deposits/context.ts'
import { createDeposits } from '../../../api/deposits/deposits.ts'
import { createAchDeposit, createCardDeposit } from '../../../api/deposits/funding.ts'
import type { Payment, PaymentProcessor } from '../../../api/deposits/processor.ts'
import { createSettlement as createDepositSettlement } from '../../../api/deposits/settlement.ts'
import { approve, refuse } from '../../../api/requests/respond.ts'
import { createSettlement } from '../../../api/requests/settlement.ts'
import { createTransferRequests } from '../../../api/requests/transfer-requests.ts'
import { createEnsureWallet } from '../../../api/wallet/open-wallet.ts'
import { createTransfers } from '../../../api/wallet/transfers.ts'
import { createWallets } from '../../../api/wallet/wallets.ts'
import { createClaims } from '../../../api/token/claims.ts'
import { createProposals, proposalIdOf } from '../../../api/governance/proposals.ts'
import { createRewardReserve } from '../../../api/token/reserve.ts'
import { createStakes } from '../../../api/token/stakes.ts'
import { createTurns } from '../../../api/token/turns.ts'
import { createVotes } from '../../../api/governance/votes.ts'
import { depositEvents } from '../../../events/deposits/events.ts'
import { derivedId, type Clock } from '../../../events/ids.ts'
import { money, usd } from '../../../events/money.ts'
import type { EventStore } from '../../../events/store/event-store.ts'
import type { Intent } from './intents.ts'
import { sweepOf } from './sweeps.ts'
import type { Views } from './views.ts'
import { NO_SNAPSHOTS } from '../../support/no-snapshots.ts'

const PROVIDER = 'sandbox'
const WELCOME = money('YUT', 100_000_000n)
const NO_WORDS = { keyId: 'k', nonce: 'n', ciphertext: 'c' } as const
/** Never connects: the model asks a database only whether an account is being closed, and none is. */
const noDatabase = Object.assign(new Pool(), { query: async () => ({ rowCount: 0, rows: [] }) })

const referenceOf = (depositId: string): string => `payment_${depositId.replaceAll('-', '')}`

const ordered = async ({ depositId }: { readonly depositId: string }): Promise<Payment> => ({
  reference: referenceOf(depositId),
  state: 'requires_payment',
  actionUrl: null,
})

const never = (): never => {
  throw new Error('The model does not do this')
}

/** Accepts every order; the model's webhooks report the outcome. */
const processor: PaymentProcessor = {
  name: PROVIDER,
  publishableKey: null,
  createCardPayment: ordered,
  createBankDebit: ordered,
  clientSecretOf: async () => null,
  cancelPayment: async () => {},
  isTestAccount: () => false,
  saveBankAccount: never,
  readWebhook: never,
  arrival: (_method, now) => ({ from: now, by: now }),
}

const ACCOUNT = {
  id: 'account',
  token: 'token',
  customer: null,
  last4: '0000',
  bankName: null,
  accountType: 'checking',
  source: 'source',
} as const

/** One process of the application over a store, without HTTP and database. */
export const startProcess = ({ store, clock, views }: { store: EventStore; clock: Clock; views: Views }) => {
  const wallets = createWallets({ store, snapshots: NO_SNAPSHOTS })
  const ensureWallet = createEnsureWallet({
    wallets,
    clock,
    isReturning: async () => false,
    welcomeGrant: WELCOME,
  })
  const transfers = createTransfers({ wallets, ensureWallet, clock, onUndelivered: () => {} })
  const requests = createTransferRequests({ store, clock })
  const settlement = createSettlement({ requests, transfers, clock, onUnsettled: () => {} })
  const deposits = createDeposits(store)
  const depositSettlement = createDepositSettlement({ store, wallets, clock })
  const reserve = createRewardReserve({ store, snapshots: NO_SNAPSHOTS })
  const stakes = createStakes({ wallets, reserve, clock })
  const proposals = createProposals({ store })
  const claims = createClaims({
    wallets,
    reserve,
    clock,
    inTurn: createTurns(),
    lookUp: async (claimId) => {
      const upTo = await store.head()
      return { claim: views.claim(claimId), upTo }
    },
    onUnsettled: () => {},
  })
  const votes = createVotes({
    wallets,
    proposals,
    clock,
    inTurn: createTurns(),
    endOf: async (proposalId) => views.endOfVoting(proposalId),
  })
  const waitFor = async () => true
  const payments: DepositsArea = {
    pool: noDatabase,
    store,
    clock,
    wallets,
    bank: {
      simulated: true,
      closed: null,
      openAccount: async (memberId) => ({ accountId: derivedId('account', memberId) }),
      addressOf: never,
    },
    waitFor,
    reserveReversible: async () => 'reserved',
    heldUntil: async () => null,
    processor,
    sandbox: null,
    deposits,
    bankAccounts: { save: never, find: async () => ACCOUNT },
    webhooks: new Counter({
      name: 'webhooks',
      help: 'none',
      labelNames: ['provider', 'outcome'],
      registers: [],
    }),
    inbox: {
      accept: never,
      untilNextMs: async () => undefined,
      sweep: never,
      purge: never,
      backlog: { name: '', look: never },
    },
  }
  const requestArea = {
    pool: noDatabase,
    clock,
    members: { find: never, byIds: async () => new Map() },
    messageKeys: { encrypt: never, decrypt: async () => null },
    wallets,
    waitFor,
    requests,
    pendingLimits: { reserve: never, purge: never },
    blocks: { blockedBy: never },
    settlement,
  }
  const context = (id: string) => ({
    actor: 'system',
    correlationId: id,
    causationId: id,
    at: clock().toISOString(),
  })
  const sweep = sweepOf({
    clock,
    views,
    wallets,
    transfers,
    depositSettlement,
    requests,
    settlement,
    claims,
    votes,
    proposals,
    log: pino({ enabled: false }),
  })

  /** Does what the inbox does with a stored webhook. */
  const webhook = async ({ depositId, to, off }: Extract<Intent, { do: 'webhook' }>): Promise<string> => {
    const reference = referenceOf(depositId)
    const due = async (): Promise<bigint> => {
      for await (const recorded of store.readStream(depositEvents.streamOf(depositId), { limit: 1 })) {
        const { type, data } = depositEvents.parse(recorded)
        if (type === 'DepositInitiated') return BigInt(data.amount.minor) + BigInt(data.fee.minor)
      }
      return 0n
    }
    const change =
      to === 'succeeded'
        ? { to, reference, charged: usd((await due()) + off) }
        : to === 'failed' || to === 'returned'
          ? { to, reference, code: 'R01' }
          : { to, reference }
    await deposits.execute(
      depositId,
      { type: 'advanceDeposit', provider: PROVIDER, change },
      context(depositId),
    )
    if (to === 'succeeded' || to === 'returned') await depositSettlement.settle(depositId)
    return 'done'
  }

  const payIn = async ({
    member,
    method,
    cents,
    key,
  }: Extract<Intent, { do: 'pay in' }>): Promise<string> => {
    const attempt = { memberId: member, idempotencyKey: key, repeated: false }
    const amount = Number(cents)
    if (method === 'card')
      await createCardDeposit(payments, attempt, { amount, currency: 'usd', payment_method_type: 'card' })
    else
      await createAchDeposit(
        payments,
        attempt,
        { amount, origin_payment_method: ACCOUNT.id },
        { ip: '127.0.0.1', userAgent: 'model' },
      )
    return 'done'
  }

  /** @throws {Refusal} and the errors of a failing store */
  const take = async (intent: Intent, repeated: boolean): Promise<string> => {
    switch (intent.do) {
      case 'open':
        await ensureWallet(intent.member)
        return 'done'
      case 'close':
        await wallets.execute(intent.member, { type: 'closeWallet' }, context(intent.member))
        return 'done'
      case 'bank': {
        const { member, currency, minor, key } = intent
        const depositId = derivedId('bank', key)
        await wallets.execute(
          member,
          { type: 'creditDeposit', depositId, source: 'bank', amount: money(currency, minor) },
          { ...context(depositId), step: { eventId: derivedId('DepositCredited', depositId), after: 0n } },
        )
        return 'done'
      }
      case 'pay in':
        return payIn(intent)
      case 'webhook':
        return webhook(intent)
      case 'send': {
        const { member: from, to, currency, minor, key: idempotencyKey } = intent
        const amount = money(currency, minor)
        const order = {
          idempotencyKey,
          from,
          to,
          amount,
          message: null,
          repeated,
          provenAt: clock().toISOString(),
        }
        return (await transfers.send(order)).status
      }
      case 'request': {
        const { member: requesterId, payer: payerId, cents, key: idempotencyKey } = intent
        await requests.request({ idempotencyKey, requesterId, payerId, amount: usd(cents), message: null })
        return 'done'
      }
      case 'approve':
      case 'decline':
      case 'cancel': {
        const { requestId, member: memberId, key: idempotencyKey } = intent
        const answer = { requestId, memberId, idempotencyKey, provenAt: clock().toISOString() }
        const { body } =
          intent.do === 'approve'
            ? await approve(requestArea, answer)
            : await refuse(requestArea, intent.do, answer)
        return body.status
      }
      case 'stake':
      case 'unstake': {
        const { member: memberId, minor, key: idempotencyKey } = intent
        await stakes.move({
          kind: intent.do,
          memberId,
          idempotencyKey,
          amount: money('YUT', minor),
          repeated,
        })
        return 'done'
      }
      case 'claim': {
        const { member: memberId, key: idempotencyKey } = intent
        const { status, minor } = await claims.claim({ memberId, idempotencyKey, repeated })
        return `${status} ${minor}`
      }
      case 'fund reserve':
        await reserve.execute({ type: 'fundUpTo', total: money('YUT', intent.total) }, context('reserve'))
        return 'done'
      case 'propose': {
        const { member: creatorId, days: votingDays, key } = intent
        const proposalId = proposalIdOf(creatorId, key)
        const wallet = await wallets.stateOf(creatorId)
        const power = wallet.status === 'open' ? wallet.stake.minor : 0n
        const words = { title: NO_WORDS, description: NO_WORDS, proposalType: 'other', votingDays } as const
        await proposals.execute(
          proposalId,
          { type: 'openProposal', proposalId, creatorId, power, ...words },
          context(proposalId),
        )
        return 'done'
      }
      case 'vote': {
        const { member: memberId, proposalId, vote, key: idempotencyKey } = intent
        const { weight } = await votes.cast({ memberId, idempotencyKey, proposalId, vote, repeated })
        return `weighs ${weight}`
      }
      case 'sweep':
        return sweep(intent.process)
      case 'pass':
      case 'crash':
        return 'done'
    }
  }

  return { take, wallets }
}
export type Process = ReturnType<typeof startProcess>
