import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { notificationsOf } from '../../../api/notifications/of-events.ts'
import { SILENT } from '../../../api/notifications/silent.ts'
import { NotificationFacts } from '../../../api/notifying/notifying.ts'
import { billEvents } from '../../../events/bills/events.ts'
import { depositEvents } from '../../../events/deposits/events.ts'
import type { Kind } from '../../../events/facts.ts'
import { FACT_KINDS, parseLedgerEvent, STREAM_PREFIXES } from '../../../events/ledger-event.ts'
import { isMemberAccount } from '../../../events/accounts.ts'
import { walletEvents } from '../../../events/wallet/events.ts'
import { postings } from '../../../events/postings.ts'
import type { JsonObject, RecordedEvent } from '../../../events/store/event-store.ts'
import { sampleOf } from '../../support/sample-answers.ts'

const ID = '00000000-0000-4000-8000-000000000000'
/** More than a kind of fact has values of any one field. */
const VARIANTS = Array.from({ length: 12 }, (_, nth) => nth)

const prefixOf = (event: { readonly type: string; readonly data: unknown }): string => {
  const prefix = STREAM_PREFIXES.find((one) => {
    try {
      return parseLedgerEvent({ id: ID, streamId: `${one}${ID}`, ...event })
    } catch {
      return false
    }
  })
  if (prefix === undefined) throw new Error(`No stream takes ${event.type}: ${JSON.stringify(event.data)}`)
  return prefix
}

/** An event of a kind as the log has it; `nth` chooses among its values. */
const recordedOf = ({ type, shape }: Kind, nth: number): RecordedEvent => {
  const sampled = sampleOf(z.object(shape), { known: true, closed: [], nth }, type)
  const data: JsonObject = JSON.parse(JSON.stringify(sampled))
  return {
    id: ID,
    streamId: `${prefixOf({ type, data })}${ID}`,
    type,
    data,
    metadata: { actor: 'system', correlationId: ID, causationId: ID, schemaVersion: 1 },
    revision: 0n,
    position: 1n,
    recordedAt: '2026-01-31T12:00:00.000Z',
  }
}

const kindOf = (type: string): Kind => {
  const kind = FACT_KINDS.find((one) => one.type === type)
  if (!kind) throw new Error(`No fact ${type}`)
  return kind
}

/** What comes before the event in its stream. */
const store = {
  readStream: async function* (streamId: string) {
    if (depositEvents.isStream(streamId)) yield recordedOf(kindOf('DepositInitiated'), 0)
    if (billEvents.isStream(streamId)) yield recordedOf(kindOf('BillPaymentStarted'), 0)
  },
}

const WALLET: ReadonlySet<string> = new Set(walletEvents.kinds.map(({ type }) => type))
const TOLD = FACT_KINDS.filter(({ type }) => !(type in SILENT))

describe('every event is told or silent for a reason', () => {
  it.each(TOLD.map((kind) => [kind.type, kind] as const))('%s is told', async (_, kind) => {
    const notifications = await Promise.all(
      VARIANTS.map((nth) => notificationsOf([recordedOf(kind, nth)], store)),
    )
    const [first] = notifications.flat()
    expect(first?.memberId).toBe(ID)
    expect(NotificationFacts.parse(first?.facts)).toEqual(first?.facts)
  })

  it('what is silent exists, and what another event tells of is told by it', () => {
    const told = TOLD.map(({ type }) => type)
    for (const [type, reason] of Object.entries(SILENT)) {
      expect(kindOf(type).type).toBe(type)
      for (const [, other] of reason.matchAll(/(\w+)(?= (?:or \w+ )?tells)/g))
        expect(told, type).toContain(other)
    }
  })

  it('what leaves a member’s account without a word is their own doing, or told otherwise', () => {
    const leaves = (kind: Kind): boolean =>
      postings(parseLedgerEvent(recordedOf(kind, 0))).some(
        ({ account, minor }) => isMemberAccount(account) && minor > 0n,
      )
    const silently = FACT_KINDS.filter(({ type }) => type in SILENT && WALLET.has(type))
    expect(silently.filter(leaves).map(({ type }) => type)).toEqual([
      'TransferSent',
      'YutStaked',
      'YutUnstaked',
      'PoolContributionSent',
      'BillPaidFromWallet',
      'WalletClosed',
      // Nobody is left to tell.
      'LeftoverPaidOut',
      'DebtTakenOver',
    ])
  })
})
