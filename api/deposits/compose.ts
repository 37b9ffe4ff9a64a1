import { Counter } from 'prom-client'
import { createHmac } from 'node:crypto'
import { DAY_MS } from '../../events/calendar.ts'
import { unpaidDeposits, unsettledDeposits } from '../../projections/deposits/queries.ts'
import { derivedKey } from '../keys/derived-key.ts'
import type { Area } from '../area.ts'
import { gaugesOf } from '../metrics/gauge.ts'
import type { Platform } from '../platform.ts'
import { unfinishedBacklog } from '../processes/backlog.ts'
import { startUnpaidDeposits } from './unpaid-deposits.ts'
import { startWebhookInbox } from './webhook-inbox.ts'
import type { TreasuryBank } from '../wallet/treasury-bank.ts'
import { createBankAccounts } from './bank-accounts.ts'
import { depositObstacles } from './closing-account.ts'
import type { DepositsArea } from './context.ts'
import { createDeposits } from './deposits.ts'
import { createInbox } from './inbox.ts'
import { depositsData } from './personal-data.ts'
import { rateOf, RETURN_KINDS, returnRates } from './return-rates.ts'
import { heldUntil, purgeReversible, reserveReversible, type UnverifiedRoom } from './reversible.ts'
import { registerDeposits } from './routes.ts'
import { createSettlement, startDepositSettlement } from './settlement.ts'
import { createValidations } from './validations.ts'

/** Processors resend an event for days (Stripe: three); older events need not be stored for de-duplication. */
export const PAYMENT_NEWS_RETENTION_MS = 90 * DAY_MS

/** The payment processor, with the processes and purges of a sandbox. */
export interface Processing extends Pick<DepositsArea, 'processor' | 'sandbox'> {
  readonly processes: Area['processes']
  readonly purges: Area['purges']
}

/** What a member who is not verified may still have; null: they are verified. */
const unverifiedRoom = async (
  { wallets, unverifiedCents }: Pick<Platform['ledger'], 'wallets' | 'unverifiedCents'>,
  memberId: string,
): Promise<UnverifiedRoom | null> => {
  const limitCents = await unverifiedCents(memberId)
  if (limitCents === null) return null
  const balance = async () => {
    const wallet = await wallets.stateOf(memberId)
    return wallet.status === 'open' ? wallet.balances.USD : 0n
  }
  return { limitCents, balance }
}

/** Composes deposits: routes, settlement, the webhook inbox, and cancelling unpaid deposits. */
export const composeDeposits = async (
  platform: Pick<
    Platform,
    'config' | 'pool' | 'ledger' | 'clock' | 'realClock' | 'log' | 'waitFor' | 'platformKeys'
  >,
  { bank, processing }: { readonly bank: TreasuryBank; readonly processing: Processing },
): Promise<Area> => {
  const { config, pool, ledger, log, platformKeys } = platform
  const { processor, sandbox } = processing
  const { store, wallets } = ledger
  // Stripe's signatures contain the real time.
  const clock = config.payments.kind === 'stripe' ? platform.realClock : platform.clock
  const remembered = () => new Date(clock().getTime() - PAYMENT_NEWS_RETENTION_MS)
  const deposits = createDeposits(store)
  const settlement = createSettlement({ store, wallets, clock })
  const sourceKeys = await platformKeys.of('bank account fingerprints')
  const cardHash = (key: Buffer, card: string) =>
    createHmac('sha256', key).update(`card ${processor.name} ${card}`).digest('base64url')
  const inbox = createInbox({
    pool,
    deposits,
    settlement,
    cardHashes: (card) => {
      const [newest, ...older] = sourceKeys
      return [cardHash(newest, card), ...older.map((key) => cardHash(key, card))]
    },
    clock,
    log,
  })
  const bankAccounts = createBankAccounts({
    pool,
    processor,
    fingerprintKeys: [
      ...sourceKeys,
      // For accounts of earlier releases, whose hashes used a key derived from the key-encryption key.
      ...config.keyEncryptionKeys.map((key) => derivedKey(key, 'bank account fingerprints')),
    ],
    clock,
  })
  const validations = createValidations({ pool, processor, bankAccounts, clock })

  const debits = gaugesOf(() => returnRates(pool, clock()))
  const webhooks = new Counter({
    name: 'deposit_webhooks_total',
    help: 'Webhooks of the payment processor: accepted, duplicate, ignored or refused',
    labelNames: ['provider', 'outcome'],
    registers: [],
  })
  const unfinished = (before: Date, limit: number) => unsettledDeposits(pool, before, limit)

  return {
    name: 'deposits',
    backlogs: [unfinishedBacklog('deposits', { unfinished, clock }), inbox.backlog],
    obstacles: (memberId) => depositObstacles({ pool, clock }, memberId),
    settle: {
      never: 'what a deposit leaves owed is the wallet’s balance below zero, which the wallet answers for',
    },
    register: (api) =>
      registerDeposits(api, {
        ...platform,
        store,
        clock,
        wallets,
        bank,
        processor,
        sandbox,
        deposits,
        bankAccounts,
        validations,
        inbox,
        webhooks,
        reserveReversible: async (order) =>
          reserveReversible(pool, order, await unverifiedRoom(ledger, order.memberId)),
        heldUntil: (depositId) => heldUntil(pool, depositId),
      }),
    processes: async () => [
      startDepositSettlement({
        unfinished,
        finish: (depositId) => settlement.settle(depositId),
        clock,
        log,
      }),
      startWebhookInbox(inbox, platform),
      startUnpaidDeposits({
        unpaid: (olderThan, limit) => unpaidDeposits(pool, olderThan, limit),
        isHeld: async (depositId) => (await heldUntil(pool, depositId)) !== null,
        deposits,
        processor,
        clock,
        log,
      }),
      ...(await processing.processes()),
    ],
    metrics: [
      webhooks,
      debits(
        'deposit_debit_return_rate',
        'Part of the bank debits of the last 60 days that came back: not authorised, for administrative reasons, in all',
        (rates) => RETURN_KINDS.map((kind) => [rateOf(rates, kind), { kind }]),
        ['kind'],
      ),
      debits('deposit_debits', 'Bank debits of the last 60 days', (rates) => [[rates.debits]]),
    ],
    personalData: [depositsData],
    purges: [() => inbox.purge(remembered()), ...processing.purges, () => purgeReversible(pool, clock())],
  }
}
