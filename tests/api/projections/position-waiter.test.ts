import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPositionWaiter, type PositionWaiter } from '../../../projections/position-waiter.ts'
import { freshReadModels, eventually, type ReadModels } from '../../support/read-models.ts'
import { memberNamed, walletOpened } from '../../support/wallet-log.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

let models: ReadModels
let waiter: PositionWaiter
beforeEach(async () => {
  models = await freshReadModels()
  waiter = createPositionWaiter({
    announcements: models.announcements,
    names: ['wallet', 'activity'],
  })
})
afterEach(async () => {
  waiter.close()
  await models.dispose()
})

const open = (name: string) => models.writer.append(walletOpened(memberNamed(name)))

const standsAt = async (position: number): Promise<void> => {
  await models.pool.query(`insert into ${READ_SCHEMA}.projection (name) values ('wallet')`)
  await models.pool.query(`insert into ${READ_SCHEMA}.pass (names, position) values ('{wallet}', $1)`, [
    position,
  ])
}

describe('waiting for a position in a process that runs no projections', () => {
  it('ends when all projections are there', async () => {
    const position = await open('ada')
    const waiting = waiter.waitFor(position, 10_000)
    models.start()
    expect(await waiting).toBe(true)
    expect(waiter.position('wallet')).toBe(position)
    expect(await waiter.waitFor(position, 0)).toBe(true)
  })

  it('ends with false when it takes too long, and when the process ends', async () => {
    models.start()
    const position = await open('ada')
    expect(await waiter.waitFor(position + 1n, 30)).toBe(false)
    const waiting = waiter.waitFor(position + 1n, 60_000)
    waiter.close()
    expect(await waiting).toBe(false)
    expect(await waiter.waitFor(position + 1n, 60_000)).toBe(false)
  })

  it('asks for the named projections only', async () => {
    await standsAt(5)
    expect(await waiter.waitFor(5n, 5_000, ['wallet'])).toBe(true)
    expect(await waiter.waitFor(5n, 30)).toBe(false)
  })

  it('hears announcements again after its connection was cut', async () => {
    models.start()
    expect(await waiter.waitFor(await open('ada'), 5_000)).toBe(true)
    expect(await models.cut('youtility announcements')).toBeGreaterThan(0)
    expect(await waiter.waitFor(await open('grace'), 5_000)).toBe(true)
    await eventually(async () => (await models.cut('youtility announcements')) > 0, 'it is back')
  })

  it('believes nothing that a killed database took back', async () => {
    await standsAt(7)
    expect(await waiter.waitFor(7n, 5_000, ['wallet'])).toBe(true)
    // What was committed and not flushed is gone when it is back, and every connection was lost.
    await models.pool.query(`update ${READ_SCHEMA}.pass set position = 5`)
    expect(await models.cut('youtility announcements')).toBeGreaterThan(0)
    await eventually(async () => waiter.position('wallet') === 5n, 'it knows what is there')
    expect(await waiter.waitFor(7n, 30, ['wallet'])).toBe(false)
  })

  it('ends by the announcement, without looking at the table', async () => {
    await standsAt(1)
    expect(await waiter.waitFor(1n, 5_000, ['wallet'])).toBe(true)
    const waiting = waiter.waitFor(7n, 10_000, ['wallet'])
    const announce = (schema: string, position: number) =>
      models.pool.query(`select pg_notify('read_checkpoint', $1)`, [
        JSON.stringify({ schema, names: ['wallet'], position: String(position) }),
      ])
    await announce('read', 9) // of another release, which readers ignore
    await announce(READ_SCHEMA, 7)
    expect(await waiting).toBe(true)
    expect(waiter.position('wallet')).toBe(7n)
  })

  it('looks by itself when an announcement goes astray', async () => {
    await standsAt(0)
    const waiting = waiter.waitFor(7n, 10_000, ['wallet'])
    await models.pool.query(`update ${READ_SCHEMA}.pass set position = 7`)
    expect(await waiting).toBe(true)
  })
})
