import { describe, expect, it } from 'vitest'
import { voteChecks } from '../../../events/audit/votes.ts'
import type { LedgerEvent } from '../../../events/ledger-event.ts'
import { ada, idOf } from '../../support/wallet-spec.ts'

const AT = '2026-01-01T12:00:00.000Z'
const ENDS_AT = '2026-01-04T12:00:00.000Z'
const words = { keyId: 'k', nonce: 'n', ciphertext: 'c' }
const terms = {
  title: words,
  description: words,
  proposalType: 'other',
  endsAt: ENDS_AT,
  power: '30000000',
} as const

const yut = (whole: number) => ({ currency: 'YUT', minor: `${whole}000000` }) as const
const moved = (type: 'YutStaked' | 'YutUnstaked', whole: number): LedgerEvent => ({
  type,
  data: { memberId: ada, stakeId: idOf(`${type} ${whole}`), amount: yut(whole), stakeSeconds: '0' },
})
const locked = (name: string, change: object = {}): LedgerEvent => ({
  type: 'ProposalStakeLocked',
  data: { memberId: ada, proposalId: idOf(name), amount: yut(10), until: ENDS_AT, opens: terms, ...change },
})
const opened = (name: string, change: object = {}): LedgerEvent => ({
  type: 'ProposalOpened',
  data: { proposalId: idOf(name), creatorId: ada, ...terms, ...change },
})

const audited = (...events: readonly LedgerEvent[]) => {
  const checks = voteChecks()
  for (const [n, event] of events.entries()) checks.check({ event, at: AT, position: BigInt(n + 1) })
  return checks
}

describe('the audit of proposals', () => {
  it('passes those of before stakes were locked for them, and those with their lock', () => {
    audited(
      moved('YutStaked', 30),
      opened('old'),
      locked('new'),
      opened('new'),
      moved('YutUnstaked', 20),
    ).finish({
      idle: true,
    })
  })

  it.each([
    [/no stake is held for it/, [locked('first'), opened('first'), opened('second')]],
    [/not what its stake was locked for/, [locked('one'), opened('one', { endsAt: AT })]],
    [/not what its stake was locked for/, [locked('one'), opened('one', { creatorId: idOf('other') })]],
    [/there already/, [opened('one'), locked('one')]],
    [/there already/, [locked('one'), locked('one')]],
    [/not enough/, [locked('one', { amount: yut(9) })]],
    [/the stake is 30000000/, [locked('one', { amount: yut(31) })]],
    [/ends before the voting/, [locked('one', { until: AT })]],
    [/a proposal holds more/, [locked('one'), moved('YutUnstaked', 21)]],
    [/a vote holds more/, [locked('one'), opened('one'), moved('YutUnstaked', 21)]],
  ])('finds that %s', (fault, events) => {
    expect(() => audited(moved('YutStaked', 30), ...events)).toThrow(fault)
  })

  it('finds one that was never opened', () => {
    expect(() => audited(moved('YutStaked', 30), locked('one')).finish({ idle: true })).toThrow(/half opened/)
  })
})
