import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { VARIABLES } from '../../../api/config/variables.ts'
import { CHECKS_MAX } from '../../../api/contract/identity-check.ts'
import { VALIDATION_TRIES } from '../../../api/contract/funding-accounts.ts'
import { HOUR_MS } from '../../../events/calendar.ts'
import { newId } from '../../../events/ids.ts'
import * as limits from '../../../events/limits.ts'
import { usd } from '../../../events/money.ts'
import { bankDetails, saveBank, validateBank } from '../../support/deposit-calls.ts'
import { put } from '../../support/identity-calls.ts'
import { movingClock } from '../../support/moving-clock.ts'
import { answersAs, begins, identityBecomes } from '../../support/person-calls.ts'
import { eventually } from '../../support/read-models.ts'
import { testServer, type Member } from '../../support/test-server.ts'
import { keyed, refusal, walletOf } from '../../support/wallet-calls.ts'
import {
  cancelling,
  optionsFor,
  passDays,
  savesAccount,
  withdrawalBecomes,
  withdrawing,
  withdraws,
} from '../../support/withdrawal-calls.ts'

/** The rule: a limit belongs to the person. Closing an account and coming back begins none of them again. */
const clock = movingClock('2026-12-07T12:00:00Z')
const server = testServer({
  clock,
  env: {
    SEED: 'none',
    YUT_WELCOME_GRANT: '0',
    WITHDRAWAL_CANCEL_SECONDS: '60',
    UNVERIFIED_LIMIT: '200',
    SANDBOX_DAY_SECONDS: '1',
  },
})

const gives = async (member: Member, cents: number): Promise<void> => {
  const depositId = newId()
  const { position } = await server.ledger.wallets.execute(
    member.id,
    { type: 'creditDeposit', depositId, source: 'bank', amount: usd(cents) },
    { actor: 'system', correlationId: depositId, causationId: depositId, at: clock().toISOString() },
  )
  await walletOf(member, position.toString())
}
const verifies = async (member: Member): Promise<void> => {
  await begins(member)
  await answersAs(member, 'valid')
  await identityBecomes(member, { state: 'verified' })
}
/** Closes the account and signs in again; the account at hand must be empty. */
const comesBack = async (name: string, member: Member): Promise<Member> => {
  const { handle } = await (await member.fetch('/api/users/me')).json()
  await eventually(
    async () => (await member.post('/api/profile/close', { handle })).status === 200,
    'the account is closed',
    20_000,
  )
  const again = await server.signIn(name)
  expect(again.id).not.toBe(member.id)
  return again
}

/** A number of nobody else. */
const ownNumber = () => `9${String(Date.now()).slice(-11)}`

const TRIED = {
  WITHDRAWN_CENTS_MAX: async () => {
    let radia = await server.signIn('radia')
    await verifies(radia)
    const number = ownNumber()
    let { id } = await savesAccount(radia, number)
    await gives(radia, 200_00)
    await passDays(radia, 1)
    const { available_usd: all } = await optionsFor(radia)
    const { withdrawal_id: first } = await withdraws(radia, id, all)
    clock.forward(120_000)
    await withdrawalBecomes(radia, first, 'sent')
    radia = await comesBack('radia', radia)
    await verifies(radia)
    const { month } = await optionsFor(radia)
    expect(month.used_usd).toBe(all)
    // The account waits again, and is still theirs alone.
    ;({ id } = await savesAccount(radia, number))
    await gives(radia, 200_00)
    await passDays(radia, 1)
    const again = await withdraws(radia, id, '5.00')
    expect(again.state).toBe('preparing')
    expect((await cancelling(radia, again.withdrawal_id)).status).toBe(200)
    const wallet = await server.ledger.wallets.stateOf(radia.id)
    if (wallet.status !== 'open') throw new Error('The wallet is open')
    // The wallet itself decides on both.
    const closed = {
      ...wallet,
      withdrawn: { day: clock().toISOString().slice(0, 10), dayCents: 0n, monthCents: 24_999_00n },
    }
    const attempt = server.ledger.wallets.execute(
      radia.id,
      {
        type: 'requestWithdrawal',
        withdrawalId: newId(),
        accountId: id,
        cents: 5_00n,
        fee: 0n,
        rail: 'ach',
        provenAt: clock().toISOString(),
        isShared: false,
        former: [closed],
      },
      { actor: 'test', correlationId: newId(), causationId: newId(), at: clock().toISOString() },
    )
    await expect(attempt).rejects.toMatchObject({ code: 'withdrawal_limit' })
  },
  REVIEW: async () => {
    const donald = await server.signIn('donald')
    await verifies(donald)
    const number = ownNumber()
    await savesAccount(donald, number)
    await comesBack('donald', donald)
    // Somebody else has the account that Donald had.
    const barbara = await server.signIn('barbara')
    await verifies(barbara)
    const { id } = await savesAccount(barbara, number, { account_type: 'savings' })
    await gives(barbara, 50_00)
    await passDays(barbara, 1)
    const answer = await withdrawing(barbara, id, '5.00')
    expect(await answer.json()).toMatchObject({ state: 'review' })
  },
  CHECKS_MAX: async () => {
    let edsger = await server.signIn('edsger')
    for (let begun = 0; begun < CHECKS_MAX.count; begun += 1) {
      await begins(edsger)
      await answersAs(edsger, 'expired')
      await identityBecomes(edsger, { state: 'rejected' })
    }
    edsger = await comesBack('edsger', edsger)
    expect(await (await edsger.fetch('/api/profile/identity-check')).json()).toMatchObject({
      can_begin: false,
    })
    expect(await refusal(await edsger.post('/api/profile/identity-check'))).toMatchObject({
      code: 'too_many_identity_checks',
    })
  },
  UNVERIFIED_LIMIT: async () => {
    const [katherine] = [await server.signIn('katherine'), await server.signIn('grace')]
    const sends = (member: Member, amount: string) =>
      member.post(
        '/api/wallet/transfer',
        { to_user_identifier: 'grace', currency: 'USD', amount },
        keyed(newId()),
      )
    await gives(katherine, 150_00)
    expect((await sends(katherine, '150.00')).status).toBe(201)
    const again = await comesBack('katherine', katherine)
    await gives(again, 60_00)
    // Of 200 a day.
    expect(await refusal(await sends(again, '50.01'))).toMatchObject({ code: 'unverified_limit' })
    expect((await sends(again, '50.00')).status).toBe(201)
    clock.forward(24 * HOUR_MS)
    const later = await server.signIn('katherine')
    await gives(later, 100_00)
    expect((await sends(later, '100.00')).status).toBe(201)
  },
  VALIDATION_TRIES: async () => {
    let ada = await server.signIn('ada')
    const WRONG = { amounts: [32, 46] }
    // Three accounts at three tries is the most in thirty days, whichever they are.
    for (let closed = 0; closed < 3; closed += 1) {
      const { payment_method_id: id } = await saveBank(ada, '000888888881')
      for (let tried = 0; tried < VALIDATION_TRIES; tried += 1)
        expect((await validateBank(ada, id, WRONG)).status).toBe(422)
      ada = await comesBack('ada', ada)
    }
    const answer = await ada.post('/api/payments/ach/save-account', bankDetails('000888888881'))
    expect(await refusal(answer)).toMatchObject({ code: 'too_many_validations' })
  },
  HANDLE_CHANGE_DAYS: async () => {
    let alan = await server.signIn('alan')
    expect((await put(alan, '/api/profile/handle', { handle: 'turing_one' })).status).toBe(200)
    alan = await comesBack('alan', alan)
    expect(await refusal(await put(alan, '/api/profile/handle', { handle: 'turing_two' }))).toMatchObject({
      code: 'handle_changed_recently',
    })
  },
} as const

/** The other limits on members, with what keeps them from beginning again, or why they may. */
const OTHERS: Readonly<Record<string, string>> = {
  SEND_CENTS: 'of one transfer: counts nothing',
  REQUEST_CENTS: 'of one request: counts nothing',
  DEPOSIT_CENTS: 'of one deposit: counts nothing',
  WITHDRAWAL_CENTS: 'of one withdrawal: counts nothing',
  POOL_CENTS: 'of one movement: counts nothing',
  PENDING_REQUESTS: 'what is pending is cancelled when the account closes',
  REVERSIBLE_DAYS: 'the account is closing until they are over',
  REVERSIBLE_CENTS_MAX: 'kept by the source, and the account is closing until nothing can be taken back',
  SENT_ON_BANKING_DAYS: 'the account is closing while money is held',
  STEP_UP_CENTS: 'nobody is known to a new account, and it begins with a sign-in at the provider',
  REVIEWS_WAITING_MAX: 'no account closes while one of its withdrawals waits',
  SAVED_BANK_ACCOUNTS_MAX: 'how many there may be at a time',
  NEW_BANK_ACCOUNT_HOURS: 'an account that is saved again waits again',
  RAISE_WAIT_HOURS: 'a limit that the member sets for themselves',
  YUT_WELCOME_GRANT: 'one for each person: tests/api/profile/returning.test.ts',
  OPEN_PROPOSALS_MAX: 'counts those of closed accounts: api/governance/open-proposals.ts',
  OPEN_CASES_MAX: 'what was reported goes with the account, out of the operator’s queue',
  FUNDING_ACCOUNTS_MAX:
    'how many there may be at a time; what may be debited from them is counted by the source',
  DEVICES_MAX: 'an account closes without a line that is in use, and pays for its lines first',
  PASSKEY_WAIT_HOURS:
    'a wait for a passkey ends with the account; a new one begins with a sign-in at the provider',
  PASSKEY_OPEN_HOURS: 'as PASSKEY_WAIT_HOURS',
  IDENTITY_VALID_DAYS: 'a verification goes with the account: who comes back is verified again',
  RENEW_DAYS: 'when a verification may be renewed; each is one of CHECKS_MAX',
  ACCESS_TOKENS_MAX: 'a token ends with the account',
  ACCESS_TOKEN_DAYS_MAX: 'a token ends with the account',
  BLOCKED_MAX: 'a list of one’s own',
  CONTACTS_MAX: 'a list of one’s own',
  CIRCLES_MAX: 'a list of one’s own',
  CIRCLE_MEMBERS_MAX: 'a list of one’s own',
  BILL_DUE_DAYS: 'an account closes when its bills are paid',
  CLOSED_TRAIL_DAYS: 'what is kept of a closed account',
}

/** What limits one call, one text or one look, and counts nothing over time. */
const OF_ONE = [
  'ACCESS_TOKEN_NAME_MAX',
  'ACCESS_TOKEN_USD_MAX',
  'AMOUNT_MINOR_MAX',
  'BATCH_READS_MAX',
  'CASE_ENTRIES_MAX',
  'CASE_TEXT_MAX',
  'CIRCLE_DESCRIPTION_MAX',
  'DAILY_USAGE_DAYS_MAX',
  'DESCRIPTION_MAX',
  'DEVICE_LABEL_MAX',
  'IMPORT_MAX',
  'MESSAGE_MAX',
  'NOTE_MAX',
  'PASSKEY_NAME_MAX',
  'POOL_NAME_MAX',
  'PROFILE_MAX',
  'STATUS_LIST_TEXT_MAX',
  'VOTING_DAYS_MAX',
]

/** A constant of the contract or of the domain whose name says that it limits something. */
const LIMIT = /^export const ([A-Z][A-Z_]*(?:_MAX|_TRIES|_DAYS|_HOURS))\b/gm
const ROOT = path.join(import.meta.dirname, '../../..')
const declared = ['api/contract', 'events'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    // Of the log and its proofs, which know no persons.
    .filter((file) => file.endsWith('.ts') && !/^(?:store|proof)\//.test(file))
    .flatMap((file) =>
      [...readFileSync(path.join(ROOT, folder, file), 'utf8').matchAll(LIMIT)].map(([, name = '']) => name),
    ),
)
/** What the operator sets. Calls a minute begin again with an account: limits of addresses and sign-ins bound that. */
const configured = Object.keys(VARIABLES).filter((name) => /^(?!RATE_).*(?:LIMIT|GRANT|DAYS)/.test(name))

describe('a limit', () => {
  it.each(Object.entries(TRIED))(
    '%s is the person’s: it goes on after closing and coming back',
    (_, tries) => tries(),
    60_000,
  )

  it('is tried here, or listed with what keeps it from beginning again', () => {
    const found = new Set([...Object.keys(limits), ...declared, ...configured])
    expect(found.size).toBeGreaterThan(45)
    const known = new Set([...Object.keys(TRIED), ...Object.keys(OTHERS), ...OF_ONE])
    expect([...found.difference(known)]).toEqual([])
    expect([...known.difference(found)]).toEqual([])
  })
})
