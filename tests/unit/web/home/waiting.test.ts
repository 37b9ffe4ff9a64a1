import { describe, expect, it } from 'vitest'
import type { Bill } from '../../../../api/contract/bills.ts'
import type { TransferRequest } from '../../../../api/contract/requests.ts'
import { waitingFor } from '../../../../web/pages/home/waiting.ts'
import { idOf } from '../../../support/wallet-spec.ts'

const NOW = Date.parse('2026-01-10T00:00:00Z')
const request = (more: Partial<TransferRequest> = {}): TransferRequest => ({
  id: idOf('request'),
  status: 'pending',
  amount: 2_000,
  message: null,
  created_at: '2026-01-09T00:00:00Z',
  expires_at: '2026-01-16T00:00:00Z',
  requester_name: 'Grace Hopper',
  requester_handle: 'grace',
  sender_name: 'Ada Lovelace',
  sender_handle: 'ada',
  transfer_id: null,
  answered_at: null,
  ...more,
})
const bill = (more: Partial<Bill> = {}): Bill => ({
  id: idOf('bill'),
  biller: 'tellepathy',
  biller_title: 'Tellepathy',
  period: '2025-12',
  amount_cents: 4_500,
  lines: [],
  status: 'issued',
  issued_at: '2026-01-01T00:00:00Z',
  due_on: '2026-01-08',
  auto_pay_on: '2026-01-05',
  paid_at: null,
  paid_by: null,
  legs: [],
  auto_pay_failure: null,
  ...more,
})
const failure = { at: '2026-01-05T00:00:00Z', reason: 'pools_short', message: '', missing_cents: 1 } as const

const settled = { unsettled: [], requests: [], bills: [], balance_cents: 100, pools: 1, devices: 1, now: NOW }
const what = (more: Partial<Parameters<typeof waitingFor>[0]>) =>
  waitingFor({ ...settled, ...more })?.what ?? null

describe('what waits for a member', () => {
  it('is nothing once all is known and done', () => {
    expect(what({})).toBe('nothing')
  })

  it('is never "nothing" while something is not known yet, but what is known to be more urgent is said at once', () => {
    const unknown = { requests: null, bills: null, balance_cents: null, pools: null, devices: null }
    expect(what(unknown)).toBeNull()
    for (const field of ['requests', 'bills', 'balance_cents', 'pools', 'devices'])
      expect(what({ [field]: null }), field).toBeNull()
    expect(what({ ...unknown, unsettled: ['transfer'] })).toBe('unsettled')
    expect(what({ ...unknown, balance_cents: -1 })).toBe('overdrawn')
    expect(what({ ...unknown, balance_cents: 0, requests: [request()] })).toBe('requests')
  })

  it('is first what was sent without an answer, then a debt, who asks, what is due, and what to begin with', () => {
    const all = {
      unsettled: ['investing'],
      balance_cents: -1,
      requests: [request()],
      bills: [bill({ status: 'past_due' })],
      pools: 0,
      devices: 0,
    }
    expect(waitingFor({ ...all, now: NOW })).toEqual({ what: 'unsettled', to: '/investments' })
    expect(what({ ...all, unsettled: [] })).toBe('overdrawn')
    expect(what({ ...all, unsettled: [], balance_cents: 0 })).toBe('requests')
    expect(what({ ...all, unsettled: [], balance_cents: 0, requests: [] })).toBe('bill')
    expect(what({ balance_cents: 0, pools: 0, devices: 0 })).toBe('fund')
    expect(what({ pools: 0, devices: 0 })).toBe('device')
    expect(what({ pools: 0 })).toBe('pool')
    // All money is in a pool.
    expect(what({ balance_cents: 0 })).toBe('nothing')
  })

  it('leaves out requests that are answered or over, and bills that are paid or will be by themselves', () => {
    const over = request({ expires_at: '2026-01-09T23:00:00Z' })
    expect(what({ requests: [over, request({ status: 'declined' })] })).toBe('nothing')
    expect(waitingFor({ ...settled, requests: [over, request()] })).toMatchObject({ requests: [request()] })
    expect(
      what({
        bills: [bill(), bill({ status: 'paying' }), bill({ status: 'paid', auto_pay_failure: failure })],
      }),
    ).toBe('nothing')
    expect(what({ bills: [bill({ auto_pay_failure: failure })] })).toBe('bill')
  })

  it('names of several bills the one that is due first', () => {
    const [newer, older] = [bill({ status: 'past_due' }), bill({ id: idOf('older'), status: 'past_due' })]
    expect(waitingFor({ ...settled, bills: [newer, older] })).toEqual({ what: 'bill', bill: older })
  })
})
