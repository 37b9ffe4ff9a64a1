import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FUNDING_ACCOUNTS_MAX } from '../../../api/contract/funding-accounts.ts'
import { governanceOperations, OPEN_PROPOSALS_MAX } from '../../../api/contract/governance.ts'
import { operations } from '../../../api/contract/operations.ts'
import { bankDetails } from '../../support/deposit-calls.ts'
import { testServer } from '../../support/test-server.ts'
import { opensProposal, proposes, proposalsFor, stakes } from '../../support/token-calls.ts'
import { keyed, refusal } from '../../support/wallet-calls.ts'

/** The rule: whatever costs its doer nothing and takes up others' lists, or a person's time, has a limit of its own. */
const server = testServer()

/** Every operation that makes something, with what limits it. */
const LIMITED: Readonly<Record<string, string>> = {
  createProposal: 'OPEN_PROPOSALS_MAX a person, below',
  requestTransfer: 'PENDING_REQUESTS: tests/api/requests/speech.test.ts',
  reportMember: 'OPEN_CASES_MAX: api/cases/cases.ts',
  withdraw: 'REVIEWS_WAITING_MAX, of those that a person looks at: tests/unit/wallet/reviews.test.ts',
  addBankAccount: 'SAVED_BANK_ACCOUNTS_MAX',
  addPasskey: 'PASSKEYS_MAX',
  createAccessToken: 'ACCESS_TOKENS_MAX',
  provisionProfile: 'DEVICES_MAX; a proof from the second on',
  createContact: 'CONTACTS_MAX',
  createCircle: 'CIRCLES_MAX',
  issueCredential: 'one of each type in force; the list has room for all that were',
  blockMember: 'takes up the blocker’s own list alone',
  sendTransfer: 'costs what is sent',
  transfer: 'costs what is sent',
  transferYut: 'costs what is sent',
  stakeYut: 'is of one’s own',
  unstakeYut: 'is of one’s own',
  claimRewards: 'is of one’s own',
  createPool: 'costs what is invested',
  contributeToPool: 'costs what is invested',
  withdrawFromPool: 'is of one’s own',
  voteOnProposal: 'one counts of each member on each proposal',
  saveBankAccount: 'FUNDING_ACCOUNTS_MAX, below; three wait to be confirmed at a time',
  createPaymentIntent: 'costs what is paid; REVERSIBLE_CENTS_MAX',
  createAchDeposit: 'costs what is paid; REVERSIBLE_CENTS_MAX',
  initializeTreasury: 'one of each member',
  beginPasskey: 'OPEN_MAX: api/passkeys/challenges.ts',
  startPasskeyWait: 'one at a time, told to the member alone',
  beginClosing: 'one at a time, told to the member alone',
  beginIdentityCheck: 'CHECKS_MAX',
  subscribePush: 'SUBSCRIPTIONS_MAX: api/notifications/push-subscriptions.ts',
  reportMovement: 'OPEN_CASES_MAX: api/cases/cases.ts',
  addToCase: 'CASE_ENTRIES_MAX',
  changeHandle: 'HANDLE_CHANGE_DAYS',
  importContacts: 'CONTACTS_MAX',
  addCircleMember: 'CIRCLE_MEMBERS_MAX',
  addCircleMembers: 'CIRCLE_MEMBERS_MAX',
  setMovementNote: 'one of each movement',
}

/** Those that change or end something that is there: as many as there is of that. */
const CHANGING = [
  'endSession',
  'endOtherSessions',
  'removePasskey',
  'stopPasskeyWait',
  'endAccessToken',
  'readNotifications',
  'changeNotificationSettings',
  'changePushPlace',
  'endPush',
  'setDailyLimit',
  'revealAccountNumber',
  'cancelWithdrawal',
  'authenticateTestCard',
  'validateFundingAccount',
  'respondToTransferRequest',
  'cancelTransferRequest',
  'updateEsimProfile',
  'suspendProfile',
  'resumeProfile',
  'retryProfile',
  'applyInsight',
  'dismissInsight',
  'updateProfile',
  'stopClosing',
  'closeAccount',
  'revokeCredential',
  'updateContact',
  'deleteContacts',
  'updateCircle',
  'changePoolSettings',
  'closePool',
  'setBillSettings',
  'payBill',
  'advanceClock',
  'answerIdentityCheck',
]

describe('an act that costs nothing', () => {
  it('has a limit that is listed', () => {
    const writing = Object.entries(operations).flatMap(([id, { access, method }]) =>
      access === 'member' && method !== 'GET' && method !== 'DELETE' ? [id] : [],
    )
    expect(writing.toSorted()).toEqual([...Object.keys(LIMITED), ...CHANGING].toSorted())
    const made = Object.entries(operations).flatMap(([id, one]) =>
      one.access === 'member' && 'status' in one && one.status === 201 ? [id] : [],
    )
    expect(made.filter((id) => CHANGING.includes(id))).toEqual([])
  })
})

describe('bank accounts to add funds from', () => {
  it('are twenty, however many are saved at once, and those that are known are saved again', async () => {
    const grace = await server.signIn('grace')
    const save = (n: number) =>
      grace.post('/api/payments/ach/save-account', bankDetails(`00012${String(n).padStart(2, '0')}45678`))
    const answers = [
      ...(await Promise.all(Array.from({ length: 12 }, (_, n) => save(n)))),
      ...(await Promise.all(Array.from({ length: 12 }, (_, n) => save(12 + n)))),
    ]
    const { accounts } = await (await grace.fetch('/api/payments/ach/accounts')).json()
    expect(accounts).toHaveLength(FUNDING_ACCOUNTS_MAX)
    const refused = await Promise.all(answers.filter(({ status }) => status === 422).map(refusal))
    expect(refused.map(({ code }) => code)).toContain('too_many_funding_accounts')
    expect((await save(0)).status).toBe(200)
  })
})

describe('proposals', () => {
  it('are open three at a time of one person, however many are opened at once', async () => {
    const katherine = await server.signIn('katherine')
    await stakes(katherine, '10')
    const propose = (title: string) =>
      katherine.post(
        '/api/yut/governance/proposals',
        { title, description: 'Why', proposal_type: 'other', voting_days: 3 },
        keyed(randomUUID()),
      )
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => propose(`Number ${i}`)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(OPEN_PROPOSALS_MAX)
    const [refused] = answers.filter(({ status }) => status !== 201)
    if (!refused) throw new Error('None was refused')
    expect(await refusal(refused)).toMatchObject({ status: 422, code: 'too_many_proposals' })
    // The stake that allowed them stays until their voting ends.
    expect(
      await refusal(await katherine.post('/api/yut/unstake', { amount: '10' }, keyed(randomUUID()))),
    ).toMatchObject({ status: 422, code: 'stake_locked' })
    expect((await proposalsFor(katherine)).proposals.filter(({ is_mine: mine }) => mine)).toHaveLength(
      OPEN_PROPOSALS_MAX,
    )
  })

  it('push none off the list: it has further pages', async () => {
    const ada = await server.signIn('ada')
    await stakes(ada, '10')
    const genuine = await proposes(ada, 'Genuine')
    // Begun a minute before hers, so that all of them end first.
    const before = new Date(Date.now() - 60_000)
    let position = ''
    for (let i = 0; i < 60; i += 1) ({ position } = await opensProposal(server.ledger.store, before))
    const first = await proposalsFor(ada, position)
    expect(first.proposals.map(({ id }) => id)).not.toContain(genuine.id)
    const next = await ada.fetch(`/api/yut/governance/proposals?after=${first.next_after}`)
    const second = governanceOperations.listProposals.response.parse(await next.json())
    expect(second.proposals.map(({ id }) => id)).toContain(genuine.id)
    expect(second.next_after).toBe(null)
    const ids = [...first.proposals, ...second.proposals].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
