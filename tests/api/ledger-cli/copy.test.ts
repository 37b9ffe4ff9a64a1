import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canonicalEvent } from '../../../events/proof/canonical-event.ts'
import { createEventStoreDbStore } from '../../../events/store/eventstoredb/store.ts'
import { createPostgresEventStore } from '../../../events/store/postgres/postgres-event-store.ts'
import { startStandIn, type StandIn } from '../../support/eventstoredb/server.ts'
import { generateLog } from '../../support/generated-log.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../support/postgres.ts'
import { ledgerOn } from './ledger-run.ts'
import { openClient } from '../../support/open-client.ts'

const EVENTS = 1_000

describe('a log is copied', () => {
  let source: TestDatabase
  let target: TestDatabase
  let standIn: StandIn
  let run: ReturnType<typeof ledgerOn>
  beforeEach(async () => {
    ;[source, target, standIn] = await Promise.all([freshDatabase(), emptyDatabase(), startStandIn()])
    run = ledgerOn(source.url)
    await generateLog(source.url, { members: 20, events: EVENTS })
  })
  afterEach(async () => {
    standIn.kill()
    await Promise.all([source.drop(), target.drop()])
  })

  const copy = (from: string, to: string) => run('copy', '--from', from, '--to', to, '--json', '--quiet')
  const textsOf = async (
    open: typeof createPostgresEventStore | typeof createEventStoreDbStore,
    url: string,
  ) => {
    const store = open({ url, connectionString: url })
    const events = await Array.fromAsync(store.readAll())
    await store.close()
    return events.map(canonicalEvent)
  }

  it('from Postgres to EventStoreDB and on to another Postgres, event by event and in time', async () => {
    const there = await copy(source.url, standIn.connectionString)
    expect(there.error).toBe('')
    const { events, root } = JSON.parse(there.out)
    expect(events).toBeGreaterThanOrEqual(EVENTS)
    const back = await copy(standIn.connectionString, target.url)
    expect(JSON.parse(back.out)).toEqual({ ok: true, events, found: 0, copied: events, root })
    const original = await textsOf(createPostgresEventStore, source.url)
    expect(await textsOf(createEventStoreDbStore, standIn.connectionString)).toEqual(original)
    expect(await textsOf(createPostgresEventStore, target.url)).toEqual(original)
    const checkpoint = async (url: string, esdb?: string) => (await ledgerOn(url, esdb)('checkpoint')).out
    expect(await checkpoint(target.url)).toBe(await checkpoint(source.url))
    expect(await checkpoint(target.url, standIn.connectionString)).toBe(await checkpoint(source.url))
    // The copied log can be replayed.
    expect((await ledgerOn(target.url)('replay', '--no-read-models')).exit).toBe(0)
  })

  it('and goes on after it was broken off', async () => {
    let appended = 0
    standIn.log.changes.on('appended', () => {
      appended += 1
      if (appended === 300) standIn.faults.allAppends = 'ignore'
      if (appended === 300) standIn.kill()
    })
    const broken = await copy(source.url, standIn.connectionString)
    expect(broken.exit).toBe(3)
    standIn.log.changes.removeAllListeners('appended')
    standIn.faults.allAppends = null
    await standIn.start()
    const again = await copy(source.url, standIn.connectionString)
    expect(again.error).toBe('')
    const { events, found, copied } = JSON.parse(again.out)
    expect(found).toBeGreaterThan(0)
    expect(found + copied).toBe(events)
    expect(JSON.parse((await copy(source.url, standIn.connectionString)).out)).toMatchObject({ copied: 0 })
  })

  it('but not onto what is something else', async () => {
    await copy(source.url, target.url)
    const client = await openClient(target.url)
    await client.query(`alter table event_store.event disable trigger all;
      update event_store.event set data = '{"changed":true}' where position = 7;`)
    await client.end()
    const refused = await copy(source.url, target.url)
    expect(refused.exit).toBe(1)
    expect(JSON.parse(refused.out)).toMatchObject({ code: 'not_a_copy' })
    expect(refused.error).toMatch(/^Event 7 is .* begin again with a target that has nothing in it/)
  })

  it('and only between addresses that are named', async () => {
    expect((await copy('mysql://a', target.url)).exit).toBe(2)
    expect((await copy(target.url, target.url)).exit).toBe(2)
  })
})
