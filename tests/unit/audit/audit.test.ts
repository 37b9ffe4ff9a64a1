import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAudit } from '../../../events/audit/audit.ts'
import { LedgerFault } from '../../../events/audit/fault.ts'
import { createUuidSet } from '../../../events/audit/uuid-set.ts'
import type { RecordedEvent } from '../../../events/store/event-store.ts'
import {
  cents,
  deposited,
  depositReversed,
  memberNamed,
  recorded,
  transferOf,
  walletOpened,
} from '../../support/wallet-log.ts'

const [ada, grace] = [memberNamed('ada'), memberNamed('grace')]
const lunch = transferOf(ada, grace, 'lunch', cents(1_250))
const taxi = transferOf(grace, ada, 'taxi', cents(300))
const log = recorded([
  walletOpened(ada),
  walletOpened(grace),
  deposited(ada, 'first', cents(5_000)),
  lunch.sent,
  lunch.received,
  taxi.sent,
  taxi.returned,
])

const audited = (
  events: readonly RecordedEvent[],
  end: { idle?: boolean; head?: { before: bigint; after: bigint } } = {},
) => {
  const audit = createAudit({ dense: true })
  for (const event of events) audit.check(event)
  audit.finish({ idle: true, ...end })
  return audit
}

const faultOf = (
  events: readonly RecordedEvent[],
  end: { idle?: boolean; head?: { before: bigint; after: bigint } } = {},
): LedgerFault => {
  try {
    audited(events, end)
  } catch (error) {
    if (error instanceof LedgerFault) return error
    throw error
  }
  throw new Error('Nothing was found')
}

const changed = (index: number, change: Partial<RecordedEvent>) =>
  log.map((event, i) => (i === index ? { ...event, ...change } : event))
const renumbered = (events: readonly RecordedEvent[]) =>
  events.map((event, i) => ({ ...event, position: BigInt(i + 1) }))

describe('an honest log', () => {
  it('passes, and gives the balances', () => {
    const audit = audited(log, { head: { before: 7n, after: 7n } })
    expect(audit.book.balanceOf(`liability:member:${ada}:usd`, 'USD')).toBe(-3_750n)
    expect(audit.book.balanceOf(`liability:member:${grace}:usd`, 'USD')).toBe(-1_250n)
    expect([audit.events(), audit.position(), audit.transfersOpen()]).toEqual([7, 7n, 0])
  })

  it('may have money in flight, but not once all is idle', () => {
    expect(audited(log.slice(0, 4), { idle: false }).transfersOpen()).toBe(1)
    expect(faultOf(log.slice(0, 4)).message).toMatch(/liability:in-flight:transfers holds 1250/)
  })

  it('may have a member in debt whose deposit came back', () => {
    const back = depositReversed(ada, 'first', cents(5_000))
    const events = recorded([walletOpened(ada), walletOpened(grace), deposited(ada, 'first', cents(5_000))])
    const more = recorded([
      walletOpened(ada),
      walletOpened(grace),
      deposited(ada, 'first', cents(5_000)),
      lunch.sent,
      back,
    ])
    expect(() => audited([...events, ...more.slice(3)], { idle: false })).not.toThrow()
  })
})

describe('a balance below zero', () => {
  const paid = (name: string, minor: number) => transferOf(ada, grace, name, cents(minor)).sent
  const opening = [walletOpened(ada), walletOpened(grace), deposited(ada, 'first', cents(5_000))]
  const back = depositReversed(ada, 'first', cents(5_000))

  it.each([
    ['by what was taken back of deposits', [paid('all', 5_000), back], false],
    ['by a payment', [paid('more', 5_001)], true],
    ['by a payment after a deposit came back', [paid('all', 5_000), back, paid('more', 1)], true],
    ['by a payment of what came back', [back, paid('more', 5_000)], false],
    ['by more than came back', [back, paid('more', 5_001)], true],
  ])('%s', (_, events, isFault) => {
    const whole = recorded([...opening, ...events])
    if (!isFault) return expect(() => audited(whole, { idle: false })).not.toThrow()
    expect(faultOf(whole)).toMatchObject({
      code: 'overdraft_unexplained',
      position: BigInt(whole.length),
      message: expect.stringContaining('no rule explains that'),
    })
  })
})

describe('what cannot be read', () => {
  it.each([
    ['an unknown type', { type: 'MoneyInvented' }, 'unreadable_event', /MoneyInvented/],
    ['a stream of no known kind', { streamId: 'casino-1', revision: 0n }, 'unknown_stream', /casino-1/],
    ['a future schema', { metadata: { schemaVersion: 2 } }, 'future_schema', /schema version 2/],
    ['a broken payload', { data: { memberId: ada } }, 'unreadable_event', /depositId|amount/],
    [
      'a schema version that is none',
      { metadata: { schemaVersion: 'x' } },
      'unreadable_event',
      /schema version/,
    ],
  ])('stops at %s and names it', (_, change, code, words) => {
    const fault = faultOf(changed(2, change))
    expect(fault).toMatchObject({ code, position: 3n, eventId: log[2]?.id })
    expect(fault.message).toMatch(/^Position 3, stream /)
    expect(fault.message).toMatch(words)
  })
})

describe('a tampered log', () => {
  it('is found at any dropped event, which is named', () => {
    for (let i = 0; i < log.length - 1; i += 1)
      expect(faultOf(log.toSpliced(i, 1))).toMatchObject({ code: 'position_gap', position: BigInt(i + 2) })
    expect(faultOf(log.slice(0, -1), { idle: false, head: { before: 7n, after: 7n } }).code).toBe(
      'log_ends_early',
    )
    expect(faultOf(log, { head: { before: 6n, after: 6n } }).code).toBe('log_goes_on')
    expect(() => audited(log, { head: { before: 5n, after: 9n } })).not.toThrow()
  })

  it('is found at any dropped event even when the rest is renumbered', () => {
    for (let i = 0; i < log.length - 1; i += 1) faultOf(renumbered(log.toSpliced(i, 1)))
  })

  it('is found at any doubled event', () => {
    for (const [i, event] of log.entries()) {
      faultOf(log.toSpliced(i, 0, event))
      faultOf(renumbered(log.toSpliced(i, 0, event)))
    }
  })

  it('is found at any two neighbours of one stream that changed places', () => {
    for (let i = 0; i < log.length - 1; i += 1) {
      const [a, b] = log.slice(i, i + 2)
      if (a && b) faultOf(log.toSpliced(i, 2, b, a))
    }
  })

  it.each<[string, number, Partial<RecordedEvent>, RegExp]>([
    ['an amount sent', 3, { data: { ...log[3]?.data, amount: { ...cents(1_000) } } }, /carried 1000 USD/],
    ['an amount received', 4, { data: { ...log[4]?.data, amount: { ...cents(9_999) } } }, /carried 1250 USD/],
    ['a deposit made smaller', 2, { data: { ...log[2]?.data, amount: { ...cents(10) } } }, /below zero/],
    ['a stranger in the stream', 2, { data: { ...log[2]?.data, memberId: grace } }, /about the wallet of/],
  ])('is found at %s', (_, index, change, words) => {
    expect(faultOf(changed(index, change)).message).toMatch(words)
  })
})

describe('the set of ids', () => {
  it('tells known from new as a Set does', () => {
    const few = fc.uuid().chain((id) => fc.constantFrom(id, id.toUpperCase().toLowerCase()))
    fc.assert(
      fc.property(fc.array(few, { maxLength: 3_000, size: 'max' }), fc.array(fc.nat(2_999)), (ids, again) => {
        const all = [
          ...ids,
          ...again.flatMap((i) => ids.slice(i, i + 1)),
          '00000000-0000-0000-0000-000000000000',
        ]
        const set = createUuidSet()
        const model = new Set<string>()
        for (const id of all) {
          expect(set.has(id)).toBe(model.has(id))
          expect(set.add(id)).toBe(!model.has(id))
          model.add(id)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('takes nothing but UUIDs', () => {
    for (const text of ['', 'x', '0b0e7f9c', `${memberNamed('ada')}0`])
      expect(() => createUuidSet().add(text)).toThrow(/UUID/)
  })
})
