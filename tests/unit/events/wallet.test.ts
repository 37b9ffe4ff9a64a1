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
      .refuses('wallet_overdrawn', /-\$0\.60/)
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
