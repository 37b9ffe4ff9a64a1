import { expect } from 'vitest'
import { derivedId } from '../../events/ids.ts'
import { toAmountJson, type Money } from '../../events/money.ts'
import type { RefusalCode } from '../../events/refusal-codes.ts'
import { Refusal } from '../../events/refusal.ts'
import { decide, type WalletCommand } from '../../events/wallet/decide.ts'
import type { WalletEvent, WalletEventOf } from '../../events/wallet/events.ts'
import { evolve, initialState, type Wallet } from '../../events/wallet/wallet.ts'

/** Well-known members of the specs. */
export const ada = derivedId('member', 'ada')
export const grace = derivedId('member', 'grace')
/** Default time of everything in a spec. */
export const AT = '2026-01-01T12:00:00.000Z'
export const idOf = (name: string): string => derivedId('test', name)

export const opened: WalletEvent = { type: 'WalletOpened', data: { memberId: ada } }
export const treasuryOpened: WalletEvent = {
  type: 'TreasuryAccountOpened',
  data: { memberId: ada, accountId: 'fa_1' },
}
export const closed: WalletEvent = { type: 'WalletClosed', data: { memberId: ada } }
export const credited = (amount: Money, name = 'deposit'): WalletEventOf<'DepositCredited'> => ({
  type: 'DepositCredited',
  data: { memberId: ada, depositId: idOf(name), source: 'bank', amount: toAmountJson(amount) },
})
export const reversed = (amount: Money, name = 'deposit'): WalletEvent => ({
  type: 'DepositReversed',
  data: { memberId: ada, depositId: idOf(name), source: 'bank', amount: toAmountJson(amount), reason: 'R01' },
})
export const sent = (amount: Money, name = 'transfer'): WalletEvent => ({
  type: 'TransferSent',
  data: { transferId: idOf(name), from: ada, to: grace, amount: toAmountJson(amount), message: null },
})

export const sendTransfer = (amount: Money, to = grace, provenAt: string | null = null): WalletCommand => ({
  type: 'sendTransfer',
  transferId: idOf('transfer'),
  to,
  amount,
  message: null,
  provenAt,
})

export const foldWallet = (events: readonly WalletEvent[]): Wallet =>
  events.reduce((wallet, event) => evolve(wallet, event, AT), initialState())

/** given(facts).when(command).makes(facts) | .refuses(code) | .doesNothing() */
export const given = (...facts: WalletEvent[]) => ({
  when: (command: WalletCommand) => ({
    makes: (...expected: WalletEvent[]) => expect(decide(command, foldWallet(facts), AT)).toEqual(expected),
    doesNothing: () => expect(decide(command, foldWallet(facts), AT)).toEqual([]),
    refuses: (code: RefusalCode, sentence?: RegExp) => {
      const act = () => decide(command, foldWallet(facts), AT)
      expect(act).toThrow(Refusal)
      expect(act).toThrow(
        expect.objectContaining({ code, ...(sentence ? { message: expect.stringMatching(sentence) } : {}) }),
      )
    },
  }),
})
