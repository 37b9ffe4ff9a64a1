import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../events/refusal.ts'
import type { LineReport } from '../../../api/devices/carrier.ts'
import {
  advance,
  decide,
  isMoving,
  LINE_STATES,
  type Line,
  type LineCommand,
  type CarrierUpdate,
} from '../../../api/devices/line.ts'

const lineIn = (state: Line['state']): Line =>
  state === 'failed' ? { state, failure: 'provisioning_failed' } : { state }
const COMMANDS: readonly LineCommand[] = ['suspend', 'resume', 'retry', 'remove']
const REPORTS: readonly LineReport[] = [
  { state: 'pending' },
  { state: 'active', iccid: '89', msisdn: null, since: null },
  { state: 'suspended' },
  { state: 'failed', code: 'out_of_numbers' },
  { state: 'ended' },
]

const given = (state: Line['state']) => ({
  when: (command: LineCommand) => {
    try {
      return decide(lineIn(state), command).state
    } catch (error) {
      if (error instanceof Refusal) return error.code
      throw error
    }
  },
  hears: (news: CarrierUpdate) => advance(lineIn(state), news).state,
})

describe('what a member asks for', () => {
  it.each([
    [
      'suspend',
      { active: 'suspending', resuming: 'suspending', suspending: 'suspending', suspended: 'suspended' },
    ],
    ['resume', { suspended: 'resuming', suspending: 'resuming', resuming: 'resuming', active: 'active' }],
    ['retry', { failed: 'requested', requested: 'requested', ordered: 'ordered' }],
  ] as const)('%s', (command, allowed) => {
    for (const state of LINE_STATES) {
      const gone = state === 'releasing' || state === 'released'
      const expected = Reflect.get(allowed, state) ?? (gone ? 'device_not_found' : 'device_not_ready')
      expect(given(state).when(command), state).toBe(expected)
    }
  })

  it('removes anything, once', () => {
    for (const state of LINE_STATES)
      expect(given(state).when('remove'), state).toBe(state === 'released' ? 'released' : 'releasing')
  })
})

describe('what the carrier tells', () => {
  it('takes an order, or refuses it for good', () => {
    expect(given('requested').hears({ kind: 'accepted' })).toBe('ordered')
    expect(advance(lineIn('requested'), { kind: 'refused', code: 'out_of_numbers' })).toEqual({
      state: 'failed',
      failure: 'out_of_numbers',
    })
    // A late report about an order that was removed meanwhile.
    expect(given('releasing').hears({ kind: 'accepted' })).toBe('releasing')
    expect(given('active').hears({ kind: 'refused', code: 'out_of_numbers' })).toBe('active')
  })

  it.each([
    ['ordered', ['ordered', 'active', 'suspended', 'failed', 'ended']],
    ['active', ['active', 'active', 'suspended', 'ended', 'ended']],
    ['suspending', ['suspending', 'suspending', 'suspended', 'ended', 'ended']],
    ['suspended', ['suspended', 'active', 'suspended', 'ended', 'ended']],
    ['resuming', ['resuming', 'active', 'resuming', 'ended', 'ended']],
    ['releasing', ['releasing', 'releasing', 'releasing', 'releasing', 'released']],
    ['requested', ['requested', 'requested', 'requested', 'requested', 'requested']],
    ['failed', ['failed', 'failed', 'failed', 'failed', 'failed']],
    ['ended', ['ended', 'ended', 'ended', 'ended', 'ended']],
    ['released', ['released', 'released', 'released', 'released', 'released']],
  ] as const)('%s: pending, active, suspended, failed, ended', (state, after) => {
    expect(REPORTS.map((report) => given(state).hears({ kind: 'reported', report }))).toEqual(after)
  })

  it('ends what was being released and nothing else', () => {
    for (const state of LINE_STATES)
      expect(given(state).hears({ kind: 'released' })).toBe(state === 'releasing' ? 'released' : state)
  })
})

const news: fc.Arbitrary<CarrierUpdate> = fc.oneof(
  fc.constant<CarrierUpdate>({ kind: 'accepted' }),
  fc.constant<CarrierUpdate>({ kind: 'refused', code: 'provisioning_failed' }),
  fc.constant<CarrierUpdate>({ kind: 'released' }),
  fc.constantFrom(...REPORTS).map((report): CarrierUpdate => ({ kind: 'reported', report })),
)

describe('whatever comes in whatever order', () => {
  it('never revives what the member deleted, and the same news twice is the same as once', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(news, fc.constantFrom(...COMMANDS))), (steps) => {
        let line: Line = { state: 'requested' }
        let deleted = false
        for (const step of steps) {
          if (typeof step === 'string') {
            try {
              line = decide(line, step)
              deleted ||= step === 'remove'
              expect(decide(line, step)).toBe(line)
            } catch (error) {
              expect(error).toBeInstanceOf(Refusal)
            }
          } else {
            line = advance(line, step)
            expect(advance(line, step).state).toBe(line.state)
          }
          if (deleted) expect(['releasing', 'released']).toContain(line.state)
        }
      }),
    )
  })

  it('comes to rest when the carrier does what it is asked', () => {
    const answers: Readonly<Partial<Record<Line['state'], CarrierUpdate>>> = {
      requested: { kind: 'accepted' },
      ordered: { kind: 'reported', report: { state: 'active', iccid: '89', msisdn: null, since: null } },
      suspending: { kind: 'reported', report: { state: 'suspended' } },
      resuming: { kind: 'reported', report: { state: 'active', iccid: '89', msisdn: null, since: null } },
      releasing: { kind: 'released' },
    }
    for (const state of LINE_STATES) {
      let line = lineIn(state)
      for (let step = 0; step < 3; step += 1) {
        const answer = answers[line.state]
        if (answer) line = advance(line, answer)
      }
      expect(isMoving(line), state).toBe(false)
    }
  })
})
