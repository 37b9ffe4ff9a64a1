import type { SavedBankAccount, Withdrawal } from '../../../../api/contract/withdrawals.ts'
import { CLOSED } from '../../../../web/flow/machine.ts'
import * as cancel from '../../../../web/pages/wallet/withdraw/cancel/flow.ts'
import * as withdraw from '../../../../web/pages/wallet/withdraw/machine.ts'
import {
  confirmed,
  faultFound,
  faulty,
  type FlowUnderTest,
  holds,
  key,
  triedAgain,
  wentBack,
} from '../support/flow-laws.ts'

const account: SavedBankAccount = {
  id: '1f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
  holder_name: 'Ada Lovelace',
  bank_name: 'First Example Bank',
  last4: '6789',
  account_type: 'checking',
  rails: ['ach', 'instant'],
  state: 'waiting',
  usable_from: '2026-11-28T10:00:00Z',
  created_at: '2026-11-27T10:00:00Z',
}
const knownAs = {
  id: account.id,
  bank_name: account.bank_name,
  last4: '6789',
  account_type: 'checking',
} as const
const paidOut: Withdrawal = {
  withdrawal_id: '2f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
  state: 'preparing',
  amount_usd: '25.00',
  fee_usd: '0.00',
  total_usd: '25.00',
  rail: 'ach',
  fell_back: false,
  bank_account: knownAs,
  cancellable_until: '2026-11-27T12:30:00Z',
  arrives_by: '2026-12-02',
  reason: null,
  created_at: '2026-11-27T12:20:00Z',
  sent_at: null,
  updated_at: '2026-11-27T12:20:00Z',
  position: '4711',
}
const toBank: withdraw.Draft = { amount: '25.00', accountId: account.id, rail: 'ach' }
const withdrawing: withdraw.Intent = {
  draft: toBank,
  account: knownAs,
  feeUsd: '0.00',
  arrivesBy: '2026-12-02',
  key,
}
const howMuch = { step: 'details', draft: toBank, problems: {} } as const
const listed = { step: 'accounts', draft: toBank } as const
const typing = {
  step: 'new_account',
  draft: toBank,
  from: 'details',
  problems: {},
  notice: null,
} as const
const savingAccount = { step: 'saving_account', draft: toBank, from: 'accounts' } as const
const withdrawReview = { step: 'review', intent: withdrawing, problem: null } as const
holds('withdrawing', {
  ...withdraw,
  intents: [withdrawing, { ...withdrawing, draft: { ...toBank, rail: 'instant' }, feeUsd: '1.50' }],
  receipt: paidOut,
  steps: [
    [howMuch, howMuch],
    [{ ...howMuch, problems: { amount: 'No' } }, howMuch],
    // What is typed of an account is never stored, so a reload leads back to the form before it.
    [listed, howMuch],
    [typing, howMuch],
    [savingAccount, howMuch],
  ],
  own: [
    { type: 'opened', draft: withdraw.EMPTY_DRAFT },
    { type: 'drafted', draft: { ...toBank, amount: '9' } },
    { type: 'listed_accounts' },
    { type: 'began_account' },
    { type: 'sent_account' },
    { type: 'saved_account', account },
    { type: 'refused_account', problems: { account_number: 'No' }, notice: null },
  ],
  ways: [
    [
      'goes through the form and the review',
      CLOSED,
      [
        { type: 'opened', draft: toBank },
        { type: 'reviewed', intent: withdrawing },
        confirmed,
        { type: 'done', key, receipt: paidOut },
      ],
      { step: 'success', intent: withdrawing, receipt: paidOut },
    ],
    ['goes back from the review to the form', withdrawReview, [wentBack], howMuch],
    [
      'adds an account on the way, which is then the chosen one',
      { ...howMuch, draft: { ...toBank, accountId: null } },
      [{ type: 'began_account' }, { type: 'sent_account' }, { type: 'saved_account', account }],
      howMuch,
    ],
    ['goes back from a new account to the form', typing, [wentBack], howMuch],
    ['goes back from a new account to the list', { ...typing, from: 'accounts' }, [wentBack], listed],
    ['goes back from the list to the form', howMuch, [{ type: 'listed_accounts' }, wentBack], howMuch],
    [
      'says what is wrong with a new account, and keeps where it was begun',
      savingAccount,
      [{ type: 'refused_account', problems: { account_number: 'No' }, notice: 'Why' }],
      { ...typing, from: 'accounts', problems: { account_number: 'No' }, notice: 'Why' },
    ],
    ['does not leave while an account is being saved', savingAccount, [wentBack], savingAccount],
    [
      'leads from an error to the form, with what is wrong',
      withdrawReview,
      [confirmed, faultFound, triedAgain],
      { ...howMuch, problems: faulty.problems },
    ],
  ],
  refusedKept: howMuch,
  unreadable: [{ ...withdrawing, account: null }],
} satisfies FlowUnderTest<withdraw.Intent, Withdrawal, withdraw.Form, withdraw.OwnEvent>)

const stopping: cancel.Intent = { withdrawal: paidOut, key }
const stopped: Withdrawal = { ...paidOut, state: 'cancelled', cancellable_until: null, arrives_by: null }
holds('cancelling a withdrawal', {
  ...cancel,
  intents: [stopping],
  receipt: stopped,
  steps: [],
  own: [],
  ways: [
    [
      'is reviewed before it binds',
      CLOSED,
      [{ type: 'reviewed', intent: stopping }, confirmed, { type: 'done', key, receipt: stopped }],
      { step: 'success', receipt: stopped },
    ],
  ],
  unreadable: [{ key }],
} satisfies FlowUnderTest<cancel.Intent, Withdrawal, never, never>)
