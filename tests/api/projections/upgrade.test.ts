import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from '../../../events/store/postgres/migrate.ts'
import { readModelDigest } from '../../../projections/digest.ts'
import { migrateReadModels } from '../../../projections/migrate.ts'
import { PROJECTIONS } from '../../../projections/projections.ts'
import { rebuildProjections } from '../../../projections/rebuild.ts'
import { eventually, freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { cents, deposited, memberNamed, transferOf, walletOpened } from '../../support/wallet-log.ts'

const MIGRATIONS = path.resolve('projections/migrations')
let models: ReadModels
let old: string
beforeEach(async () => {
  models = await freshReadModels()
  old = mkdtempSync(path.join(tmpdir(), 'youtility-old-'))
  for (const name of readdirSync(MIGRATIONS).filter((name) => name < '0070'))
    cpSync(path.join(MIGRATIONS, name), path.join(old, name))
})
afterEach(async () => {
  rmSync(old, { recursive: true, force: true })
  await models.dispose()
})

const [ada, grace] = [memberNamed('ada'), memberNamed('grace')]

/** Read models as the release before left them: a checkpoint row for each projection. */
const asBefore = async (positionOf: (name: string) => number): Promise<void> => {
  await models.pool.query('drop schema read cascade')
  await migrate({ url: models.url, dir: old, schema: 'read' })
  // Two that are part of others now.
  for (const { name, version } of [
    ...PROJECTIONS,
    { name: 'interest', version: 1 },
    { name: 'transfers', version: 1 },
  ])
    await models.pool.query('insert into read.checkpoint (name, version, position) values ($1, $2, $3)', [
      name,
      version,
      positionOf(name),
    ])
}

it('read models of the release before go on from where each of them was', async () => {
  await models.writer.append(walletOpened(ada), walletOpened(grace))
  const { sent, received } = transferOf(ada, grace, 't', cents(5))
  const head = await models.writer.append(deposited(ada, 'd', cents(9)), sent, received)
  const running = models.start()
  expect(await running.waitFor(head, 10_000)).toBe(true)
  await running.stop()
  const { tables } = await readModelDigest(models.url)

  // One had stopped at the transfer; the others were through.
  await asBefore((name) => (name === 'daily' ? 3 : Number(head)))
  await models.pool.query(`update read.checkpoint set error = 'down' where name = 'daily'`)
  await migrateReadModels(models.url)
  const { rows } = await models.pool.query(
    'select array_length(names, 1) as members, position::int from read.pass order by members, position',
  )
  expect(rows).toEqual([
    { members: 1, position: 3 },
    { members: 1, position: 5 },
    { members: PROJECTIONS.length - 2, position: 5 },
  ])
  const after = models.start()
  expect(await after.waitFor(head, 10_000)).toBe(true)
  await eventually(async () => {
    const known = await models.pool.query('select from read.checkpoint where error is null')
    return known.rowCount === PROJECTIONS.length
  }, 'the one that had stopped goes on')
  await after.stop()
  const days = await models.pool.query('select moves::int from read.wallet_day')
  expect(days.rows).toEqual([{ moves: 1 }, { moves: 1 }])
  await rebuildProjections({ store: models.store, url: models.url, log: models.log })
  expect((await readModelDigest(models.url)).tables).toEqual(tables)
})

it('read models of the release before can be rebuilt at once', async () => {
  const head = await models.writer.append(walletOpened(ada), deposited(ada, 'd', cents(9)))
  await asBefore(() => 0)
  await rebuildProjections({ store: models.store, url: models.url, log: models.log })
  const { positions } = await readModelDigest(models.url)
  expect(new Set(Object.values(positions))).toEqual(new Set([head]))
})
