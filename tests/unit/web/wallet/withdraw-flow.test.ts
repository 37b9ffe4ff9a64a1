import { type Withdrawal, withdrawalOperations } from '../../../../api/contract/withdrawals.ts'
import { CLOSED } from '../../../../web/flow/machine.ts'
import * as cancel from '../../../../web/pages/wallet/withdraw/cancel/flow.ts'
import * as withdraw from '../../../../web/pages/wallet/withdraw/machine.ts'
import { ACCOUNT, WITHDRAWAL } from '../../../support/withdrawal-answers.ts'
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

const account = withdrawalOperations.addBankAccount.response.parse(ACCOUNT)
const paidOut = withdrawalOperations.withdraw.response.parse(WITHDRAWAL)
const { id, bank_name, last4, account_type } = account
const knownAs = { id, bank_name, last4, account_type }
const toBank: withdraw.Draft = { amount: '25.00', accountId: id, rail: 'ach' }
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
