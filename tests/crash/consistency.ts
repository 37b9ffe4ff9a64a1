import type { CrashLedger } from '../support/crash-ledger.ts'
import { expect } from 'vitest'
import { WalletOverview } from '../../api/contract/wallet.ts'
import { transferIdOf } from '../../api/wallet/transfers.ts'
import { memberAccount } from '../../events/accounts.ts'
import { formatMinor, toAmountJson, type Currency } from '../../events/money.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { parseLedgerEvent } from '../../events/ledger-event.ts'
import { memberOfStream, type WalletEventOf } from '../../events/wallet/events.ts'
import { readModelDigest } from '../../projections/digest.ts'
import { rebuildProjections } from '../../projections/rebuild.ts'
import { checkLedger } from '../support/ledger-invariants.ts'
import { checkMerkle } from '../support/merkle-invariants.ts'
import { eventually, keptLog } from '../support/read-models.ts'
import { ask, type FinalResponse, type SignedIn } from './transfer-clients.ts'
import { READ_SCHEMA } from '../../projections/schema.ts'
import { openClient } from '../support/open-client.ts'

interface Found {
  readonly sent: WalletEventOf<'TransferSent'>['data'][]
  readonly received: { readonly memberId: string; readonly data: WalletEventOf<'TransferReceived'>['data'] }[]
}

/** Resolves when no transfer is pending and the read models have caught up with the log. */
const idle = async (store: EventStore, url: string): Promise<void> => {
  const isIdle = async (): Promise<boolean> => {
    const client = await openClient(url)
    try {
      const { rows } = await client.query<{ behind: boolean; open: boolean }>(
        `select (select min(position) from ${READ_SCHEMA}.checkpoint) < $1::bigint as behind,
           exists (select from ${READ_SCHEMA}.activity where status = 'processing') as open`,
        [(await store.head()).toString()],
      )
      return rows[0]?.behind === false && !rows[0].open
    } finally {
      await client.end()
    }
  }
  await eventually(isIdle, 'every transfer has ended and the read models show it', 60_000)
}

/** Reads the whole log and groups the events by transfer. */
const transfersOf = async (store: EventStore): Promise<Map<string, Found>> => {
  const transfers = new Map<string, Found>()
  const of = (id: string): Found => {
    const found = transfers.get(id) ?? { sent: [], received: [] }
    transfers.set(id, found)
    return found
  }
  for await (const recorded of store.readAll()) {
    const event = parseLedgerEvent(recorded)
    if (event.type === 'TransferSent') of(event.data.transferId).sent.push(event.data)
    if (event.type === 'TransferReceived')
      of(event.data.transferId).received.push({
        memberId: memberOfStream(recorded.streamId),
        data: event.data,
      })
  }
  return transfers
}

const expectAsAcknowledged = ({ intent, receipt }: FinalResponse, found: Found | undefined): void => {
  const { from, to, amount } = intent
  const facts = {
    transferId: receipt?.transfer_id,
    from: from.user.id,
    to: to.user.id,
    amount: toAmountJson(amount),
  }
  // It may say besides when the payer was proven.
  expect(found?.sent).toMatchObject([{ ...facts, message: expect.anything() }])
  const { message } = found?.sent[0] ?? {}
  expect(found?.received).toEqual([
    { memberId: to.user.id, data: { ...facts, message, sentAt: receipt?.created_at } },
  ])
  expect(receipt).toMatchObject({
    transfer_id: transferIdOf(from.user.id, intent.key),
    currency: amount.currency,
    amount: formatMinor(amount.currency, amount.minor),
    recipient: { handle: to.user.handle },
  })
}

/** Total money that the sandbox gave the four members, in minor units. */
const ALL_MONEY: Readonly<Record<Currency, bigint>> = { USD: 1_000_000n, USDC: 0n, YUT: 2_000_000_000n }

const REPEATED_MAX = 300

/**
 * Repeats calls and expects the same responses. A response that could not be stored because the database was killed
 * is rebuilt from the ledger, so the transfer's status may have advanced.
 */
const expectSameAnswers = async (
  finalResponses: readonly FinalResponse[],
  answersMayBeLost: boolean,
): Promise<void> => {
  const chosen = finalResponses.toSorted((a, b) => b.tries - a.tries).slice(0, REPEATED_MAX)
  for (let at = 0; at < chosen.length; at += 16) {
    await Promise.all(
      chosen.slice(at, at + 16).map(async ({ intent, status, body, receipt }) => {
        const again = await ask(intent)
        const same = receipt && answersMayBeLost
        const expected = same
          ? {
              ...receipt,
              position: expect.any(String),
              status: expect.stringMatching(/^(processing|completed)$/),
            }
          : body
        expect(again).toEqual({ status, body: expected })
      }),
    )
  }
}

interface Ended {
  readonly store: EventStore
  /** The database of the read models. */
  readonly url: string
  readonly members: readonly SignedIn[]
  readonly finalResponses: readonly FinalResponse[]
  readonly answersMayBeLost: boolean
  /** Transfers that others than these clients made. */
  readonly otherTransfers?: number
}

const compare = async ({
  store,
  url,
  members,
  finalResponses,
  answersMayBeLost,
  otherTransfers = 0,
}: Ended): Promise<void> => {
  await idle(store, url)
  await checkMerkle(store, url)
  const acknowledged = finalResponses.filter(({ receipt }) => receipt !== null)
  const refused = finalResponses.filter(({ receipt }) => receipt === null)

  const transfers = await transfersOf(store)
  for (const one of acknowledged) expectAsAcknowledged(one, transfers.get(one.receipt?.transfer_id ?? ''))
  for (const { intent } of refused)
    expect(transfers.has(transferIdOf(intent.from.user.id, intent.key))).toBe(false)
  expect(transfers.size).toBe(acknowledged.length + otherTransfers)

  const headBefore = await store.head()
  await expectSameAnswers(finalResponses, answersMayBeLost)
  expect(await store.head()).toBe(headBefore)

  const { book } = await checkLedger(store.readAll())
  for (const currency of ['USD', 'USDC', 'YUT'] as const) {
    const total = members.reduce(
      (sum, { user }) => sum - book.balanceOf(memberAccount(user.id, currency), currency),
      0n,
    )
    expect({ currency, total }).toEqual({ currency, total: ALL_MONEY[currency] })
  }
  for (const { user, browser } of members) {
    const response = await browser.fetch('/api/wallet')
    expect(response.status).toBe(200)
    const { wallets, yut } = WalletOverview.parse(await response.json())
    const owned = (currency: Currency) =>
      formatMinor(currency, -book.balanceOf(memberAccount(user.id, currency), currency))
    const shown = (currency: Currency) => wallets.find((wallet) => wallet.currency === currency)?.balance
    expect({ usd: shown('USD'), usdc: shown('USDC'), yut: yut.balance }).toEqual({
      usd: owned('USD'),
      usdc: owned('USDC'),
      yut: owned('YUT'),
    })
  }

  const before = await readModelDigest(url)
  await rebuildProjections({ store, url, log: keptLog().log })
  const after = await readModelDigest(url)
  expect(after.tables).toEqual(before.tables)
}

/**
 * Waits until no work is pending, then compares the ledger, the read models and repeated responses with the responses
 * that the clients got. The server must be running.
 */
export const checkConsistency = async ({
  ledger,
  ...ended
}: Omit<Ended, 'store'> & { ledger: Pick<CrashLedger, 'open'> }): Promise<void> => {
  const store = ledger.open(ended.url)
  try {
    await compare({ store, ...ended })
  } finally {
    await store.close()
  }
}
