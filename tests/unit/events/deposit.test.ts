import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide, type DepositCommand } from '../../../events/deposits/decide.ts'
import type { PaymentChange } from '../../../events/deposits/payment-change.ts'
import {
  evolve,
  initialState,
  isForward,
  STAGE_OF,
  type Deposit,
  type DepositStage,
  isClaim,
} from '../../../events/deposits/deposit.ts'
import { depositEvents, type DepositEvent } from '../../../events/deposits/events.ts'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import type { RefusalCode } from '../../../events/refusal-codes.ts'
import { Refusal } from '../../../events/refusal.ts'

type StageChange = Exclude<PaymentChange, { readonly to: 'claimed' | 'released' }>

const ada = derivedId('member', 'ada')
const depositId = derivedId('deposit', 'test')
const ids = { depositId, memberId: ada }
const reference = 'pi_1'

const initiate: DepositCommand = {
  type: 'initiateDeposit',
  depositId,
  memberId: ada,
  method: 'card',
  amount: usd(10_000),
  fee: usd(320),
  provider: 'sandbox',
}
const initiated: DepositEvent = {
  type: 'DepositInitiated',
  data: {
    ...ids,
    method: 'card',
    amount: { currency: 'USD', minor: '10000' },
    fee: { currency: 'USD', minor: '320' },
    provider: 'sandbox',
  },
}
const submitted: DepositEvent = { type: 'DepositSubmitted', data: { ...ids, reference } }
const succeeded: DepositEvent = { type: 'DepositSucceeded', data: { ...ids, reference } }
const failed: DepositEvent = { type: 'DepositFailed', data: { ...ids, reference, reason: 'expired_card' } }
const returned: DepositEvent = { type: 'DepositReturned', data: { ...ids, reference, code: 'R01' } }

const says = (change: PaymentChange, provider = 'sandbox'): DepositCommand => ({
  type: 'advanceDeposit',
  provider,
  change,
})
const success = says({ to: 'succeeded', reference, charged: usd(10_320) })

const fold = (events: readonly DepositEvent[]): Deposit => events.reduce(evolve, initialState())
const given = (...facts: DepositEvent[]) => ({
  when: (command: DepositCommand) => ({
    makes: (...expected: DepositEvent[]) => expect(decide(command, fold(facts))).toEqual(expected),
    doesNothing: () => expect(decide(command, fold(facts))).toEqual([]),
    refuses: (code: RefusalCode) => {
      const act = () => decide(command, fold(facts))
      expect(act).toThrow(Refusal)
      expect(act).toThrow(expect.objectContaining({ code }))
    },
  }),
})

describe('a deposit', () => {
  it('is initiated once, by its id', () => {
    given().when(initiate).makes(initiated)
    given(initiated).when(initiate).doesNothing()
    given(initiated, submitted, succeeded).when(initiate).doesNothing()
  })

  it('is submitted once its processor knows it', () => {
    given(initiated).when({ type: 'submitDeposit', reference }).makes(submitted)
    given(initiated, submitted).when({ type: 'submitDeposit', reference }).doesNothing()
    given(initiated, succeeded).when({ type: 'submitDeposit', reference }).doesNothing()
    given().when({ type: 'submitDeposit', reference }).refuses('deposit_not_found')
  })

  it('succeeds when its processor charged what is due', () => {
    given(initiated, submitted).when(success).makes(succeeded)
    given(initiated).when(success).makes(succeeded)
    given(initiated, failed).when(success).makes(succeeded)
    given(initiated, succeeded).when(success).doesNothing()
    given(initiated, succeeded, returned).when(success).doesNothing()
  })

  it.each([10_319, 10_321, 10_000, 0])('is not credited when %d cents were charged', (cents) => {
    given(initiated)
      .when(says({ to: 'succeeded', reference, charged: usd(cents) }))
      .refuses('deposit_mismatch')
  })

  it('listens to its own processor and payment only', () => {
    given(initiated)
      .when(says({ to: 'processing', reference }, 'stripe'))
      .refuses('deposit_mismatch')
    given(initiated, submitted)
      .when(says({ to: 'processing', reference: 'pi_other' }))
      .refuses('deposit_mismatch')
    given().when(success).refuses('deposit_not_found')
  })

  it('fails, and comes back, with the reason', () => {
    given(initiated, submitted)
      .when(says({ to: 'failed', reference, code: 'expired_card' }))
      .makes(failed)
    given(initiated, submitted, succeeded)
      .when(says({ to: 'returned', reference, code: 'R01' }))
      .makes(returned)
    given(initiated, submitted, succeeded)
      .when(says({ to: 'failed', reference, code: 'expired_card' }))
      .doesNothing()
  })

  it('has facts that are read back as they were written, and no others', () => {
    for (const event of [initiated, submitted, succeeded, failed, returned])
      expect(depositEvents.parse({ id: depositEvents.idOf(event), ...event })).toEqual(event)
    expect(() => depositEvents.parse({ id: 'x', type: 'DepositPainted', data: ids })).toThrow(/known deposit/)
    expect(() =>
      depositEvents.parse({
        id: 'x',
        type: 'DepositFailed',
        data: { ...failed.data, account: '000123456789' },
      }),
    ).toThrow(/known deposit/)
  })

  it.each(['', 'a code with blanks', 'x'.repeat(61), '<b>'])('never holds %j as a code', (code) => {
    for (const [to, name] of [
      ['failed', 'reason'],
      ['returned', 'code'],
    ] as const) {
      const [event] = decide(says({ to, reference, code }), fold([initiated, submitted]))
      expect(event?.data).toMatchObject({ [name]: 'unspecified' })
      expect(event && depositEvents.parse({ id: 'x', ...event })).toEqual(event)
    }
  })

  it('is never written so that it cannot be read back', () => {
    for (const malformed of ['', 'pi 1', 'x'.repeat(201)])
      expect(() => decide({ type: 'submitDeposit', reference: malformed }, fold([initiated]))).toThrow()
  })

  it('only ever moves forward, ends the same whatever the order, and is credited as the set of news says', () => {
    const news: readonly StageChange[] = [
      { to: 'action_required', reference },
      { to: 'processing', reference },
      { to: 'failed', reference, code: 'generic_decline' },
      { to: 'succeeded', reference, charged: usd(10_320) },
      { to: 'returned', reference, code: 'R10' },
    ]
    const furthest = (changes: readonly StageChange[]): DepositStage =>
      changes.reduce<DepositStage>((stage, { to }) => (isForward(stage, to) ? to : stage), 'initiated')
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...news), { maxLength: 30 }), (changes) => {
        let deposit = fold([initiated])
        const made: DepositEvent[] = []
        for (const change of changes) {
          const events = decide(says(change), deposit)
          for (const event of events) {
            if (deposit.stage === 'absent' || isClaim(event)) throw new Error('not along the stages')
            expect(isForward(deposit.stage, STAGE_OF[event.type])).toBe(true)
            deposit = evolve(deposit, event)
          }
          made.push(...events)
        }
        expect(deposit.stage).toBe(furthest(changes))
        expect(new Set(made.map(depositEvents.idOf)).size).toBe(made.length)
        const firstReturn = changes.findIndex(({ to }) => to === 'returned')
        const successAt = changes.findIndex(({ to }) => to === 'succeeded')
        const isCredited = successAt !== -1 && (firstReturn === -1 || successAt < firstReturn)
        expect(deposit.stage !== 'absent' && deposit.hasSucceeded).toBe(isCredited)
      }),
      { numRuns: 2_000 },
    )
  })
})
