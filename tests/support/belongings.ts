import { createECDH, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { POSITION_HEADER } from '../../api/contract/operation.ts'
import { operations } from '../../api/contract/operations.ts'
import { payByCard, saveBank } from './deposit-calls.ts'
import { insightsOf, profileOf, provisions, subscriberOf, usageOf } from './device-calls.ts'
import { issues } from './identity-calls.ts'
import { eventually } from './read-models.ts'
import { addPasskey } from './passkey-calls.ts'
import { makesToken } from './access-token-calls.ts'
import { asks } from './request-calls.ts'
import { NO_PUSH_SERVICE, type TestServer, type Member } from './test-server.ts'
import { keyed, sends } from './wallet-calls.ts'
import { savesAccount, withdraws } from './withdrawal-calls.ts'

/** One of everything that a member can own, by its id. */
export interface Belongings {
  readonly member: string
  readonly transfer: string
  readonly transferKey: string
  readonly deposit: string
  readonly depositKey: string
  /** Its payment method id. */
  readonly bankAccount: string
  /** Her account for withdrawals, and one that she has withdrawn to it. */
  readonly savedAccount: string
  readonly withdrawal: string
  readonly request: string
  readonly requestKey: string
  /** A request that waits for the owner's answer. */
  readonly asked: string
  readonly device: string
  /** One that the owner has dismissed: others come and go with every hour of usage. */
  readonly insight: string
  readonly subscriber: string
  readonly session: string
  /** The push subscription. */
  readonly pushPlace: string
  readonly passkey: string
  readonly accessToken: string
  readonly vote: string
  readonly credential: string
  /** The number of a case. */
  readonly reported: string
  readonly contact: string
  /** The entry of a member whom the owner has blocked. */
  readonly blocked: string
  readonly circle: string
  readonly pool: string
  readonly bill: string
  /** The transfer's TransferSent event. */
  readonly event: string
}

const made = async (answer: Promise<Response>, status = 201) => {
  const response = await answer
  const text = await response.text()
  expect(`${response.status} ${text}`).toMatch(new RegExp(`^${status} `))
  return { body: JSON.parse(text) as unknown, position: response.headers.get(POSITION_HEADER) ?? '' }
}

/** The first item of a list; waits until there is one. */
const first = async <T>(list: () => Promise<readonly T[]>, what: string): Promise<T> => {
  let found: T | undefined
  await eventually(
    async () => {
      ;[found] = await list()
      return found !== undefined
    },
    what,
    30_000,
  )
  if (found === undefined) throw new Error(what)
  return found
}

/** Dismisses an insight about the owner's lines; its id stays known, whatever usage is recorded afterwards. */
const dismissedInsight = async (owner: Member): Promise<string> => {
  let dismissed: string | undefined
  await eventually(
    async () => {
      const { insights } = await insightsOf(owner)
      const id = insights[0]?.id
      // Refused where the usage of another hour came in between.
      if (id !== undefined && (await owner.post(`/api/mvno/ai-insights/${id}/dismiss`)).ok) dismissed = id
      return dismissed !== undefined
    },
    'something is found out about a line, and dismissed',
    30_000,
  )
  if (dismissed === undefined) throw new Error('no insight')
  return dismissed
}

/** Days of the business clock: enough for a bill and for the first insights about a line's usage. */
const DAYS = 40
const HOUR_MS = 3_600_000

/**
 * Gives `owner` one of everything; transfers and requests go to and from `partner`. Moves the sandbox clock forward
 * by forty days. The server's SANDBOX_MINUTE_SECONDS should be 1.
 */
export const giveEverything = async (
  server: TestServer,
  owner: Member,
  partner: Member,
): Promise<Belongings> => {
  const device = await provisions(owner, {
    device_label: 'Hers alone',
    plan_type: 'unlimited',
    device_type: 'tablet',
  })
  await eventually(
    async () => (await profileOf(owner, device.id))?.status === 'active',
    'the device is active',
  )
  // A second session, in another browser.
  await server.signIn(owner.handle)
  const transferKey = randomUUID()
  const transfer = await sends(
    owner,
    { to_user_identifier: partner.handle, currency: 'USD', amount: '12.34', message: 'Between us' },
    keyed(transferKey),
  )
  const depositKey = randomUUID()
  const deposit = await payByCard(owner, 100_00, {}, keyed(depositKey))
  const bank = await saveBank(owner, '000123456789')
  const saved = await savesAccount(owner)
  const requestKey = randomUUID()
  const request = await made(
    owner.post(
      '/api/wallet/request-transfer',
      { from_user_identifier: partner.handle, amount: 5, message: 'Please' },
      keyed(requestKey),
    ),
  )
  const asked = await asks(partner, owner.handle, 7)
  const pool = await made(
    owner.post(
      '/api/investments/pools',
      { pool_name: 'Hers', initial_investment_cents: 100_00 },
      keyed(randomUUID()),
    ),
  )
  const { proposals } = operations.listProposals.response.parse(
    await (await owner.fetch('/api/yut/governance/proposals')).json(),
  )
  await made(owner.post('/api/yut/stake', { amount: '50' }, keyed(randomUUID())))
  const vote = await made(
    owner.post(
      '/api/yut/governance/vote',
      { proposal_id: proposals[0]?.id, vote_type: 'for' },
      keyed(randomUUID()),
    ),
  )
  const contact = await made(owner.post('/api/contacts', { contact_name: 'Known to her alone' }))
  await server.signIn('edsger')
  const reported = await made(
    owner.post('/api/cases', { identifier: 'edsger', reason: 'scam', details: 'He sells bridges.' }),
  )
  const blocked = await made(owner.post('/api/members/blocked', { identifier: 'edsger' }))
  const circle = await made(owner.post('/api/contact-circles', { name: 'Her circle' }))
  const credential = await issues(owner, 'YoutilityMemberCredential')
  const advanced = await made(owner.post('/api/sandbox/clock/advance', { days: DAYS }), 200)
  const { now } = operations.advanceClock.response.parse(advanced.body)
  await eventually(
    async () => Date.parse((await usageOf(owner)).metered_until ?? '') >= Date.parse(now) - 2 * HOUR_MS,
    'the usage of the forty days is recorded',
    30_000,
  )
  const [bill, insight] = await Promise.all([
    first(() => billsOf(owner), 'a bill is issued'),
    dismissedInsight(owner),
  ])
  return {
    member: owner.id,
    transfer: transfer.transfer_id,
    transferKey,
    deposit: deposit.deposit_id,
    depositKey,
    bankAccount: bank.payment_method_id,
    savedAccount: saved.id,
    withdrawal: (await withdraws(owner, saved.id, '5.00')).withdrawal_id,
    request: operations.requestTransfer.response.parse(request.body).request_id,
    requestKey,
    asked: asked.id,
    device: device.id,
    insight,
    vote: operations.voteOnProposal.response.parse(vote.body).vote_id,
    session: await sessionOf(owner),
    pushPlace: await pushPlaceOf(owner),
    passkey: (await addPasskey(owner, server.url)).added.id,
    accessToken: (await makesToken(owner)).id,
    subscriber: (await subscriberOf(owner)).subscriber_id,
    credential: credential.id,
    reported: String(operations.reportMember.response.parse(reported.body).case.number),
    blocked: operations.blockMember.response.parse(blocked.body).blocked.id,
    contact: operations.createContact.response.parse(contact.body).contact.id,
    circle: operations.createCircle.response.parse(circle.body).circle.id,
    pool: operations.createPool.response.parse(pool.body).pool_id,
    bill: bill.id,
    event: await eventOf(server, transfer.transfer_id),
  }
}

const billsOf = async (owner: Member) =>
  operations.listBills.response.parse(await (await owner.fetch('/api/bills')).json()).bills

const pushPlaceOf = async (owner: Member): Promise<string> => {
  const answer = await owner.fetch('/api/notifications/push', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      endpoint: `${NO_PUSH_SERVICE}/hers`,
      keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
    }),
  })
  return operations.subscribePush.response.parse(await answer.json()).id
}

const sessionOf = async (owner: Member): Promise<string> => {
  const { sessions } = operations.listSessions.response.parse(
    await (await owner.fetch('/api/sessions')).json(),
  )
  return sessions.find(({ current }) => !current)?.id ?? ''
}

const eventOf = async (server: TestServer, transferId: string): Promise<string> => {
  for await (const { id, type, data } of server.ledger.store.readAll())
    if (type === 'TransferSent' && Reflect.get(Object(data), 'transferId') === transferId) return id
  throw new Error('The transfer is not in the log')
}
