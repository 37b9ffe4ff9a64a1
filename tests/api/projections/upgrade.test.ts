import { afterEach, beforeEach, expect, it } from 'vitest'
import { readModelDigest } from '../../../projections/digest.ts'
import { migrateReadModels } from '../../../projections/migrate.ts'
import { rebuildProjections } from '../../../projections/rebuild.ts'
import { freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { cents, deposited, memberNamed, transferOf, walletOpened } from '../../support/wallet-log.ts'

let models: ReadModels
beforeEach(async () => {
  models = await freshReadModels()
})
afterEach(() => models.dispose())

const [ada, grace] = [memberNamed('ada'), memberNamed('grace')]

it('read models in tables of another release are shown until they are built anew, by whoever keeps them', async () => {
  await models.writer.append(walletOpened(ada), walletOpened(grace))
  const { sent, received } = transferOf(ada, grace, 't', cents(5))
  const head = await models.writer.append(deposited(ada, 'd', cents(9)), sent, received)
  const running = models.start()
  expect(await running.waitFor(head, 10_000)).toBe(true)
  await running.stop()
  const { tables } = await readModelDigest(models.url)

  // As a release left them that had one more table and one column less.
  await models.pool.query(`comment on schema read is 'shape of then';
    create table read.payee (id uuid); alter table read.wallet drop column moves`)
  await migrateReadModels(models.url)
  expect((await models.pool.query('select from read.wallet')).rowCount).toBe(2)
  const after = models.start()
  expect(await after.waitFor(await models.writer.append(deposited(grace, 'e', cents(1))), 10_000)).toBe(true)
  await after.stop()
  const { rows } = await models.pool.query(
    `select to_regclass('read.payee') as payee, sum(moves)::int as moves from read.wallet`,
  )
  expect(rows).toEqual([{ payee: null, moves: 4 }])
  expect(Object.keys((await readModelDigest(models.url)).tables)).toEqual(Object.keys(tables))
})

it('read models of the first releases, which had other checkpoints, give way and are built anew', async () => {
  const head = await models.writer.append(walletOpened(ada), deposited(ada, 'd', cents(9)))
  await models.pool.query(
    'drop schema read cascade; create schema read; create table read.checkpoint (name text, position bigint)',
  )
  await Promise.all([migrateReadModels(models.url), migrateReadModels(models.url)])
  await rebuildProjections({ store: models.store, url: models.url, log: models.log })
  const { positions } = await readModelDigest(models.url)
  expect(new Set(Object.values(positions))).toEqual(new Set([head]))
})
