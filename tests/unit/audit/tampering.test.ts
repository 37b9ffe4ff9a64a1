import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAudit } from '../../../events/audit/audit.ts'
import { LedgerFault } from '../../../events/audit/fault.ts'
import { canonicalBytes } from '../../../events/proof/canonical-event.ts'
import { toBase64 } from '../../../events/proof/byte-text.ts'
import { createFrontier } from '../../../events/proof/frontier.ts'
import { nodeSha256 } from '../../../events/proof/node-sha256.ts'
import type { Json, JsonObject, RecordedEvent } from '../../../events/store/event-store.ts'
import { generatedYear } from '../../support/generated-year/year.ts'

/** A year of some members with every kind of event; each test tampers with one of them. */
let log: readonly RecordedEvent[] = []
let sealed = ''

const recorded = (): readonly RecordedEvent[] =>
  [...generatedYear({ members: 6, seed: 5 })].map(({ streamId, revision, id, event, actor, at }, index) => ({
    streamId,
    revision: BigInt(revision),
    position: BigInt(index + 1),
    id,
    type: event.type,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is stored is JSON
    data: JSON.parse(JSON.stringify(event.data)) as JsonObject,
    metadata: { schemaVersion: 1, actor, correlationId: id, causationId: id, at },
    recordedAt: at,
  }))

const rootOf = (events: readonly RecordedEvent[]): string => {
  const frontier = createFrontier(nodeSha256)
  for (const event of events) frontier.append(canonicalBytes(event))
  return toBase64(frontier.root())
}

/** The fault that the audit finds in a log; null when every rule holds. */
const faultOf = (events: readonly RecordedEvent[]): LedgerFault | null => {
  const audit = createAudit({ dense: true })
  try {
    for (const event of events) audit.check(event)
    const head = BigInt(log.length)
    audit.finish({ idle: true, head: { before: head, after: head } })
    return null
  } catch (error) {
    if (error instanceof LedgerFault) return error
    throw error
  }
}

/** Renumbers positions and revisions without gaps, as somebody with write access to the table could. */
const renumbered = (events: readonly RecordedEvent[]): readonly RecordedEvent[] => {
  const revisions = new Map<string, bigint>()
  return events.map((event, index) => {
    const revision = revisions.get(event.streamId) ?? 0n
    revisions.set(event.streamId, revision + 1n)
    return { ...event, revision, position: BigInt(index + 1) }
  })
}

const leavesOf = (value: Json | undefined, path: readonly string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, item]: [string, Json | undefined]) =>
        leavesOf(item, [...path, name]),
      )
    : [[...path]]

const otherThan = (value: unknown): Json => {
  if (typeof value === 'string') {
    if (/^-?\d+$/.test(value)) return String(BigInt(value) + 1n)
    return value.endsWith('1') ? `${value.slice(0, -1)}2` : `${value.slice(0, -1)}1`
  }
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  return 'something'
}

/** A copy of the value with one leaf changed. */
const withOther = (value: Json, [name, ...path]: readonly string[]): Json => {
  if (name === undefined) return otherThan(value)
  const copy = structuredClone(value)
  if (typeof copy !== 'object' || copy === null) throw new Error('There is no such leaf')
  const inside: Json | undefined = Reflect.get(copy, name)
  Reflect.set(copy, name, withOther(inside ?? null, path))
  return copy
}

const places = () => fc.integer({ min: 0, max: log.length - 1 })
const RUNS = { numRuns: 30, seed: 11 }

beforeAll(() => {
  log = recorded()
  sealed = rootOf(log)
})

it('passes as it is', () => {
  expect(faultOf(log)).toBeNull()
  expect(new Set(log.map(({ type }) => type)).size).toBeGreaterThan(30)
})

describe('is found by the rules, and named at its place, when any one event is', () => {
  it('dropped', () => {
    fc.assert(
      fc.property(places(), (at) => {
        const fault = faultOf(log.toSpliced(at, 1))
        expect(fault?.code).toBe(at === log.length - 1 ? 'log_ends_early' : 'position_gap')
        if (at < log.length - 1) expect(fault?.message).toContain(`position ${at + 1} is missing`)
      }),
      RUNS,
    )
  })

  it('doubled', () => {
    fc.assert(
      fc.property(places(), (at) => {
        const event = log[at]
        if (!event) return
        expect(faultOf(log.toSpliced(at, 0, event))?.position).toBe(event.position)
        const later = renumbered(log.toSpliced(at + 1, 0, event))
        expect(faultOf(later)).toMatchObject({ code: 'event_id_twice', position: event.position + 1n })
      }),
      RUNS,
    )
  })

  it('put in the place of its neighbour', () => {
    fc.assert(
      fc.property(places(), (at) => {
        const [one, other] = [log[at], log[at + 1]]
        if (!one || !other) return
        expect(faultOf(log.toSpliced(at, 2, other, one))).toMatchObject({ position: other.position })
      }),
      RUNS,
    )
  })

  it('inserted with an id and a place of its own, but not a revision', () => {
    fc.assert(
      fc.property(places(), fc.uuid({ version: 4 }), (at, id) => {
        const event = log[at]
        if (!event) return
        const inserted = log
          .toSpliced(at + 1, 0, { ...event, id })
          .map((one, index) => ({ ...one, position: BigInt(index + 1) }))
        expect(faultOf(inserted)).toMatchObject({ code: 'stream_gap', position: event.position + 1n })
      }),
      RUNS,
    )
  })

  it('of an unknown type, of a future version, or not of its shape', () => {
    fc.assert(
      fc.property(places(), fc.constantFrom('type', 'version', 'less', 'more'), (at, how) => {
        const event = log[at]
        if (!event) return
        const [first = ''] = Object.keys(event.data)
        const broken: RecordedEvent = {
          ...event,
          ...(how === 'type' && { type: 'MoneyInvented' }),
          ...(how === 'version' && { metadata: { ...event.metadata, schemaVersion: 9 } }),
          ...(how === 'less' && { data: { ...event.data, [first]: undefined } }),
          ...(how === 'more' && { data: { ...event.data, more: 'than there should be' } }),
        }
        expect(faultOf(log.with(at, broken))).toMatchObject({
          code: how === 'version' ? 'future_schema' : 'unreadable_event',
          position: event.position,
        })
      }),
      RUNS,
    )
  })
})

describe('is found by the rules or else by the checkpoint, when any one event', () => {
  it('has another value anywhere', () => {
    let byRules = 0
    let runs = 0
    fc.assert(
      fc.property(places(), fc.nat(), (at, which) => {
        const event = log[at]
        if (!event) return
        const leaves = leavesOf(event.data)
        const leaf = leaves[which % leaves.length] ?? []
        const data = withOther(event.data, leaf)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object stays one
        const changed = log.with(at, { ...event, data: data as JsonObject })
        runs += 1
        const fault = faultOf(changed)
        if (fault) {
          byRules += 1
          if (fault.position !== null) expect(fault.position).toBeGreaterThanOrEqual(event.position)
        }
        // A changed leaf changes the canonical bytes, and with them the root.
        const [is, was] = [changed, log].map((events) => events.slice(at, at + 1).map(canonicalBytes))
        expect(is).not.toEqual(was)
      }),
      { ...RUNS, numRuns: 80 },
    )
    // Most changes break a rule; only checkpoints detect the others (texts, names, reasons).
    expect(byRules).toBeGreaterThan(runs / 2)
  })

  it('is taken out or put in by somebody who mends all numbers', () => {
    fc.assert(
      fc.property(places(), fc.uuid({ version: 4 }), (at, id) => {
        const event = log[at]
        if (!event) return
        expect(rootOf(renumbered(log.toSpliced(at, 1)))).not.toBe(sealed)
        expect(rootOf(renumbered(log.toSpliced(at, 1, { ...event, id })))).not.toBe(sealed)
      }),
      { ...RUNS, numRuns: 3 },
    )
  })
})
