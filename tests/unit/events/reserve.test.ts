import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { derivedId } from '../../../events/ids.ts'
import { money } from '../../../events/money.ts'
import { Refusal } from '../../../events/refusal.ts'
import { readState, writeState } from '../../../events/stream.ts'
import { decideReserve, type ReserveCommand } from '../../../events/token/decide.ts'
import type { ReserveEvent } from '../../../events/token/events.ts'
import { evolveReserve, initialReserve, pausedSince } from '../../../events/token/reserve.ts'
import { givenReserve } from '../../support/governance-spec.ts'
import { ada, AT, idOf } from '../../support/wallet-spec.ts'

const NOTICED = '2026-01-01T12:01:00.000Z'
const json = (minor: number) => ({ currency: 'YUT', minor: String(minor) }) as const
const yut = (minor: number | bigint) => money('YUT', BigInt(minor))
const funded = (minor: number, total = minor): ReserveEvent => ({
  type: 'RewardReserveFunded',
  data: { fundingId: derivedId('reward-reserve', String(total)), amount: json(minor) },
})
const claim = (minor: number): ReserveCommand => ({
  type: 'reserveRewards',
  claimId: idOf('claim'),
  memberId: ada,
  amount: yut(minor),
  claimedBefore: 3n,
})
const reserved = (minor: number): ReserveEvent => ({
  type: 'RewardsReserved',
  data: { claimId: idOf('claim'), memberId: ada, amount: json(minor), claimedBefore: '3' },
})
const pauseId = derivedId('accrual-pause', '1')
const exhausted: ReserveEvent = {
  type: 'RewardReserveExhausted',
  data: { pauseId, accrualStopsAt: NOTICED },
}
const replenished = (accrualResumesAt = NOTICED): ReserveEvent => ({
  type: 'RewardReserveReplenished',
  data: { pauseId, accrualResumesAt },
})

describe('funding', () => {
  const fund = (total: number): ReserveCommand => ({ type: 'fundUpTo', total: yut(total) })
  it('happens once for one total', () => {
    givenReserve().when(fund(100), AT).makes(funded(100))
    givenReserve(funded(100)).when(fund(100), AT).doesNothing()
    givenReserve(funded(100), reserved(40)).when(fund(100), AT).doesNothing()
  })
  it('adds what is missing of a larger total, takes nothing for a smaller one', () => {
    givenReserve(funded(100)).when(fund(130), AT).makes(funded(30, 130))
    givenReserve(funded(100)).when(fund(50), AT).doesNothing()
  })
  it('with nothing leaves the reserve empty, and says so', () => {
    givenReserve().when(fund(0), AT).makes(exhausted)
    givenReserve(exhausted).when(fund(0), AT).doesNothing()
  })
  it('of an empty reserve lets the accrual go on, a minute later', () =>
    givenReserve(funded(10), reserved(10), exhausted).when(fund(15), AT).makes(funded(5, 15), replenished()))
})

describe('claims', () => {
  it('set aside what was earned', () => givenReserve(funded(100)).when(claim(40), AT).makes(reserved(40)))
  it('get what there is, and the accrual stops a minute later', () =>
    givenReserve(funded(30)).when(claim(40), AT).makes(reserved(30), exhausted))
  it('are refused while it is empty', () => {
    givenReserve().when(claim(1), AT).refuses('reserve_empty')
    givenReserve(funded(10), reserved(10), exhausted).when(claim(1), AT).refuses('reserve_empty')
  })
  it('that are released fill it again', () => {
    const release: ReserveCommand = {
      type: 'releaseRewards',
      claimId: idOf('claim'),
      memberId: ada,
      amount: yut(10),
      reason: 'already_claimed',
    }
    const released: ReserveEvent = {
      type: 'RewardsReleased',
      data: { claimId: idOf('claim'), memberId: ada, amount: json(10), reason: 'already_claimed' },
    }
    givenReserve(funded(10), reserved(10), exhausted).when(release, AT).makes(released, replenished())
    givenReserve(funded(20), reserved(10)).when(release, AT).makes(released)
  })
})

describe('pauses', () => {
  it('begin and end when it was said they would', () => {
    const later = '2026-01-02T00:00:00.000Z'
    const reserve = [funded(10), reserved(10), exhausted, funded(5, 15), replenished(later)].reduce(
      evolveReserve,
      initialReserve(),
    )
    expect(reserve.pauses).toEqual([{ from: NOTICED, to: later }])
    expect(pausedSince(reserve, AT)).toBeNull()
    expect(pausedSince(reserve, NOTICED)).toBe(NOTICED)
    expect(pausedSince(reserve, later)).toBeNull()
  })

  it('never overlap, and the reserve is never below zero nor empty without saying so', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            /** Negative: the clock can step back. */
            seconds: fc.integer({ min: -30, max: 200 }),
            kind: fc.constantFrom('fund', 'claim', 'release'),
            minor: fc.integer({ min: 1, max: 50 }),
          }),
          { maxLength: 60, size: 'max' },
        ),
        (steps) => {
          let reserve = initialReserve()
          let now = Date.parse(AT)
          let total = 0n
          let held = 0n
          for (const [index, { seconds, kind, minor }] of steps.entries()) {
            now += seconds * 1_000
            const at = new Date(now).toISOString()
            const id = { claimId: idOf(String(index)), memberId: ada }
            if (kind === 'fund') total += BigInt(minor)
            const release = BigInt(minor) < held ? BigInt(minor) : held
            if (kind === 'release' && release === 0n) continue
            const command: ReserveCommand =
              kind === 'fund'
                ? { type: 'fundUpTo', total: yut(total) }
                : kind === 'claim'
                  ? { type: 'reserveRewards', ...id, amount: yut(minor), claimedBefore: 0n }
                  : { type: 'releaseRewards', ...id, amount: yut(release), reason: 'already_claimed' }
            const before = reserve.availableMinor
            try {
              reserve = decideReserve(command, reserve, at).reduce(evolveReserve, reserve)
            } catch (error) {
              if (!(error instanceof Refusal)) throw error
              expect(before).toBe(0n)
              continue
            }
            if (kind !== 'fund') held += before - reserve.availableMinor
            expect(reserve.availableMinor).toBeGreaterThanOrEqual(0n)
            expect(reserve.availableMinor + held).toBe(total)
            expect(reserve.emptySince !== null).toBe(reserve.availableMinor === 0n)
            for (const [place, pause] of reserve.pauses.entries()) {
              if (pause.to !== null) expect(pause.to >= pause.from).toBe(true)
              const previous = reserve.pauses[place - 1]
              if (previous) expect(previous.to !== null && previous.to <= pause.from).toBe(true)
            }
            expect(readState(writeState(reserve))).toEqual(reserve)
          }
        },
      ),
      { numRuns: 500 },
    ))
})
