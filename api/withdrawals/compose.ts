import { interestDue } from '../../projections/wallet/interest-due.ts'
import { unorderedWithdrawals } from '../../projections/withdrawals/queries.ts'
import { EMPTY_AREA, type Area } from '../area.ts'
import { createAccountSightings } from './account-sightings.ts'
import { CATCH_UP_MS } from '../http/reading.ts'
import type { Platform } from '../platform.ts'
import { unfinishedBacklog } from '../processes/backlog.ts'
import { createSavedAccounts } from './bank-accounts.ts'
import { withdrawalObstacles } from './closing-account.ts'
import type { WithdrawalArea } from './context.ts'
import { createFormerWithdrawals } from './former-withdrawals.ts'
import { createLastPayments, type LastPayments } from './last-payments.ts'
import type { MayWithdraw } from './may-withdraw.ts'
import type { PayingBank } from './paying-bank.ts'
import { createPayouts } from './payouts.ts'
import { savedAccountsData } from './personal-data.ts'
import { createReviews } from './reviews.ts'
import { startWithdrawalReviews } from './reviewing.ts'
import { startWithdrawalReturns } from './returns.ts'
import { registerWithdrawals } from './routes.ts'
import { startWithdrawalSending, unsent } from './sending.ts'
import { createSweeps, startAccountSweeps } from './sweeps.ts'
import { bankWebhooks, registerBankWebhook, type BankWebhook } from './webhooks.ts'
import { createWithdrawals } from './withdrawals.ts'

/** Composes withdrawals: saved accounts, routes, handing over to the bank, and what comes back. */
export const composeWithdrawals = async (
  platform: Pick<
    Platform,
    'config' | 'pool' | 'ledger' | 'clock' | 'log' | 'messageKeys' | 'platformKeys' | 'waitFor'
  >,
  {
    bank,
    webhook,
    mayWithdraw,
  }: {
    readonly bank: PayingBank
    /** Null: the bank sends none. */
    readonly webhook: BankWebhook | null
    readonly mayWithdraw: MayWithdraw
  },
): Promise<Area & { readonly lastPayments: LastPayments }> => {
  const { config, pool, ledger, clock, log, messageKeys, platformKeys, waitFor } = platform
  const { store, wallets } = ledger
  const accounts = createSavedAccounts({
    pool,
    messageKeys,
    fingerprintKeys: await platformKeys.of('saved bank accounts'),
    clock,
  })
  const { name, memberAccounts } = bank
  const sweeps = memberAccounts && createSweeps({ pool, bank: { name, memberAccounts }, clock, log })
  const withdrawals = createWithdrawals({ wallets, payouts: createPayouts(bank, accounts, sweeps), clock })
  const reviews = createReviews(pool, clock)
  const sightings = createAccountSightings(pool, clock, accounts)
  const cancelMs = config.withdrawals.cancelSeconds * 1_000
  const isInterestDue = async (today: string) => (await interestDue(pool, today, 1)).length > 0

  const webhooks = bankWebhooks()

  const area: WithdrawalArea = {
    pool,
    clock,
    store,
    wallets,
    bank,
    accounts,
    sightings,
    formerWithdrawals: createFormerWithdrawals(pool, wallets),
    withdrawals,
    reviews,
    mayWithdraw,
    fees: { ach: 0n, instant: config.withdrawals.instantFeeCents },
    cancelMs,
    waitFor,
  }

  return {
    ...EMPTY_AREA,
    name: 'withdrawals',
    lastPayments: createLastPayments(area),
    // What the bank was asked for it may look at for days.
    backlogs: [
      unfinishedBacklog('withdrawals', {
        unfinished: (before, limit) =>
          unorderedWithdrawals(pool, new Date(before.getTime() - cancelMs), limit),
        clock,
      }),
    ],
    obstacles: (memberId, owed) => withdrawalObstacles(area, memberId, owed),
    settle: { never: 'a fee is taken with its withdrawal' },
    personalData: [savedAccountsData],
    purges: [sightings.purge],
    register: (api) => {
      registerBankWebhook(api, { webhook, pool, webhooks })
      registerWithdrawals(api, area)
    },
    metrics: [webhooks],
    processes: () => [
      startWithdrawalSending({ withdrawals, cancelMs, unfinished: unsent(pool), clock, log }),
      startWithdrawalReviews({ pool, reviews, withdrawals, log }),
      ...(sweeps ? [startAccountSweeps({ pool, bankName: name, isInterestDue, sweeps, clock, log })] : []),
      startWithdrawalReturns({
        pool,
        bank,
        withdrawals,
        accounts,
        caughtUp: async () => {
          await waitFor(await store.head(), CATCH_UP_MS, ['withdrawals'])
        },
        log,
      }),
    ],
  }
}
