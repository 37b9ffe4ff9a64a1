import { describe, expect, it } from 'vitest'
import { money, usd } from '../../../events/money.ts'
import { readState, writeState } from '../../../events/stream.ts'
import { walletEvents } from '../../../events/wallet/events.ts'
import {
  ada,
  closed,
  credited,
  foldWallet,
  given,
  grace,
  idOf,
  opened,
  reversed,
  sendTransfer,
  sent,
  treasuryOpened,
} from '../../support/wallet-spec.ts'

describe('opening', () => {
  it('opens an absent wallet', () => given().when({ type: 'openWallet', memberId: ada }).makes(opened))
  it('does nothing when it is open', () =>
    given(opened).when({ type: 'openWallet', memberId: ada }).doesNothing())
  it('stays closed', () => given(opened, closed).when({ type: 'openWallet', memberId: ada }).doesNothing())
  it('opens the treasury account once', () => {
    given(opened).when({ type: 'openTreasuryAccount', accountId: 'fa_1' }).makes(treasuryOpened)
    given(opened, treasuryOpened).when({ type: 'openTreasuryAccount', accountId: 'fa_2' }).doesNothing()
  })
  it('needs an open wallet', () =>
    given().when({ type: 'openTreasuryAccount', accountId: 'fa_1' }).refuses('wallet_not_open'))
})

describe('paying in', () => {
  const { depositId } = credited(usd(5)).data
  const pay = { type: 'creditDeposit', depositId, source: 'bank', amount: usd(5) } as const

  it('credits an open wallet', () =>
    given(opened)
      .when(pay)
      .makes(credited(usd(5))))
  it('credits a closed one as well: the payer was charged, maybe before it was closed', () =>
    given(opened, closed)
      .when(pay)
      .makes(credited(usd(5))))
  it('refuses for a wallet that was never opened', () => given().when(pay).refuses('wallet_not_open'))
})

describe('sending', () => {
  it('sends what is there, to the last cent', () =>
    given(opened, credited(usd(100)))
      .when(sendTransfer(usd(100)))
      .makes(sent(usd(100))))
  it('refuses more than is there and says what is', () =>
    given(opened, credited(usd(100)))
      .when(sendTransfer(usd(130)))
      .refuses('insufficient_funds', /1\.00 USD is available/))
  it('counts each currency by itself', () =>
    given(opened, credited(usd(100)))
      .when(sendTransfer(money('YUT', 1n)))
      .refuses('insufficient_funds'))
  it('counts what was sent before', () =>
    given(opened, credited(usd(100)), sent(usd(60)))
      .when(sendTransfer(usd(41)))
      .refuses('insufficient_funds'))
  it('refuses oneself', () =>
    given(opened, credited(usd(100)))
      .when(sendTransfer(usd(1), ada))
      .refuses('recipient_is_sender'))
  it('refuses zero and less', () => {
    given(opened, credited(usd(100)))
      .when(sendTransfer(usd(0)))
      .refuses('amount_out_of_range')
    given(opened, credited(usd(100)))
      .when(sendTransfer(usd(-1)))
      .refuses('amount_out_of_range')
  })
  it('is blocked in every currency while a returned deposit has left the balance below zero', () => {
    const yut = { ...credited(money('YUT', 5_000_000n), 'yut') }
    given(opened, credited(usd(100)), yut, sent(usd(60)), reversed(usd(100)))
      .when(sendTransfer(money('YUT', 1n)))
      .refuses('wallet_overdrawn', /\$0\.60 below zero/)
  })
  it('is not possible from a closed or absent wallet', () => {
    given(opened, closed)
      .when(sendTransfer(usd(1)))
      .refuses('wallet_closed')
    given()
      .when(sendTransfer(usd(1)))
      .refuses('wallet_not_open')
  })
})

describe('receiving and returning', () => {
  const transfer = { transferId: idOf('transfer'), amount: usd(5) }
  const receive = {
    type: 'receiveTransfer',
    ...transfer,
    from: grace,
    message: null,
    sentAt: '2026-01-01T00:00:00.000Z',
  } as const
  const giveBack = { type: 'returnTransfer', ...transfer, to: grace, reason: 'wallet_closed' } as const

  it('refuses money for a closed wallet', () => given(opened, closed).when(receive).refuses('wallet_closed'))
  it('takes money back even into a closed wallet, so that none is stranded', () =>
    given(opened, closed)
      .when(giveBack)
      .makes({
        type: 'TransferReturned',
        data: {
          transferId: transfer.transferId,
          from: ada,
          to: grace,
          amount: { currency: 'USD', minor: '5' },
          reason: 'wallet_closed',
        },
      }))
})

describe('a deposit that comes back', () => {
  const { depositId } = credited(usd(5)).data
  const five = { currency: 'USD', minor: '5' } as const
  const fee = { currency: 'USD', minor: '3' } as const
  const take = { depositId, takeId: idOf('take'), source: 'card' } as const

  it('is credited and taken back with its fee, where it had one', () => {
    given(opened)
      .when({ type: 'creditDeposit', depositId, source: 'card', amount: usd(5), fee: usd(3) })
      .makes({
        type: 'DepositCredited',
        data: { memberId: ada, depositId, source: 'card', amount: five, fee },
      })
    given(opened)
      .when({ type: 'reverseDeposit', depositId, source: 'card', amount: usd(5), fee: usd(3), reason: 'R10' })
      .makes({
        type: 'DepositReversed',
        data: { memberId: ada, depositId, source: 'card', amount: five, fee, reason: 'R10' },
      })
    given(opened)
      .when({ type: 'reverseDeposit', depositId, source: 'bank', amount: usd(5), reason: 'R01' })
      .makes(reversed(usd(5)))
  })
  it('is taken back in parts and given back, from a closed wallet as well', () => {
    given(opened, closed)
      .when({ type: 'takeDepositBack', ...take, amount: usd(5), fee: usd(3), reason: 'dispute' })
      .makes({
        type: 'DepositTakenBack',
        data: { memberId: ada, ...take, amount: five, fee, reason: 'dispute' },
      })
    given(opened, closed)
      .when({ type: 'giveDepositBack', ...take, amount: usd(5), fee: usd(3) })
      .makes({ type: 'DepositGivenBack', data: { memberId: ada, ...take, amount: five, fee } })
  })
  it('is never taken from a wallet that was not there', () => {
    given()
      .when({ type: 'takeDepositBack', ...take, amount: usd(5), fee: usd(3), reason: 'dispute' })
      .refuses('wallet_not_open')
    given()
      .when({ type: 'reverseDeposit', depositId, source: 'bank', amount: usd(0), reason: 'R01' })
      .refuses('wallet_not_open')
    given(opened)
      .when({ type: 'reverseDeposit', depositId, source: 'bank', amount: usd(0), reason: 'R01' })
      .refuses('amount_out_of_range')
  })
})

describe('a debt', () => {
  const debtId = idOf('debt')
  const handOver = { type: 'handDebtOver', debtId, to: grace } as const
  const amount = { currency: 'USD', minor: '60' } as const
  const owing = [opened, credited(usd(100)), sent(usd(60)), closed, reversed(usd(100))]

  it('follows its member from a closed wallet to the new one, in full', () => {
    given(...owing)
      .when(handOver)
      .makes({ type: 'DebtHandedOver', data: { memberId: ada, debtId, to: grace, amount } })
    given(opened)
      .when({ type: 'takeDebtOver', debtId, from: grace, amount: usd(60) })
      .makes({ type: 'DebtTakenOver', data: { memberId: ada, debtId, from: grace, amount } })
  })
  it('is handed over once, and not while the wallet is open or owes nothing', () => {
    given(...owing, { type: 'DebtHandedOver', data: { memberId: ada, debtId, to: grace, amount } })
      .when(handOver)
      .doesNothing()
    given(opened, credited(usd(100)), sent(usd(60)), reversed(usd(100)))
      .when(handOver)
      .doesNothing()
    given(opened, closed).when(handOver).doesNothing()
    given().when(handOver).doesNothing()
  })
  it('is what the new wallet owes from then on', () =>
    given(opened, { type: 'DebtTakenOver', data: { memberId: ada, debtId, from: grace, amount } })
      .when(sendTransfer(usd(1)))
      .refuses('wallet_overdrawn', /\$0\.60 below zero/))
})

describe('closing', () => {
  it('needs an empty wallet', () =>
    given(opened, credited(usd(5)))
      .when({ type: 'closeWallet' })
      .refuses('wallet_not_empty', /0\.05 USD/))
  it('leaves behind what is too little to be sent', () => {
    given(opened, credited(money('YUT', 9_999n)))
      .when({ type: 'closeWallet' })
      .makes(closed)
    given(opened, credited(money('YUT', 10_000n)))
      .when({ type: 'closeWallet' })
      .refuses('wallet_not_empty', /0\.010000 YUT/)
    given(opened, credited(usd(1)))
      .when({ type: 'closeWallet' })
      .refuses('wallet_not_empty', /0\.01 USD/)
  })
  it('gives up the tokens that its owner chose, and nothing else', () => {
    const yut = { currency: 'YUT', minor: '20000' } as const
    given(opened, credited(money('YUT', 20_000n)))
      .when({ type: 'closeWallet', givesUp: ['YUT'] })
      .makes({ type: 'WalletClosed', data: { memberId: ada, gaveUp: [yut] } })
    given(opened, credited(money('USDC', 20_000n)))
      .when({ type: 'closeWallet', givesUp: ['YUT'] })
      .refuses('wallet_not_empty', /USDC/)
    const after = foldWallet([
      opened,
      credited(money('YUT', 20_000n)),
      { type: 'WalletClosed', data: { memberId: ada, gaveUp: [yut] } },
    ])
    expect(after).toMatchObject({ status: 'closed', balances: { YUT: 0n } })
  })
  it('closes once', () => {
    given(opened).when({ type: 'closeWallet' }).makes(closed)
    given(opened, closed).when({ type: 'closeWallet' }).doesNothing()
  })
})

describe('a wallet as a snapshot', () => {
  it('comes back as it was', () => {
    const wallet = foldWallet([opened, treasuryOpened, credited(usd(123_456_789)), sent(usd(9))])
    expect(readState(writeState(wallet))).toEqual(wallet)
  })
  it.each(['12n', '-3n', '\\12n', '12', 'n', '\\n'])('keeps the text %s a text', (text) => {
    expect(readState(writeState({ text, minor: 12n }))).toEqual({ text, minor: 12n })
  })
})

describe('reading stored events', () => {
  const stored = { id: idOf('event'), metadata: {} }
  it('names an unknown type', () =>
    expect(() => walletEvents.parse({ ...stored, type: 'WalletPainted', data: {} })).toThrow(/WalletPainted/))
  it('refuses a changed shape', () => {
    const { type, data } = credited(usd(5))
    expect(() =>
      walletEvents.parse({ ...stored, type, data: { ...data, amount: { currency: 'USD', minor: '5.0' } } }),
    ).toThrow(/data.amount.minor/)
    expect(() => walletEvents.parse({ ...stored, type, data: { ...data, extra: 1 } })).toThrow(/extra/)
  })
})
