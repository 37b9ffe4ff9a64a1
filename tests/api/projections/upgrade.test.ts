import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAnnouncements } from '../../../projections/announcements.ts'
import { readModelDigest } from '../../../projections/digest.ts'
import { dropFormerReadModels } from '../../../projections/former.ts'
import { migrateReadModels } from '../../../projections/migrate.ts'
import { rebuildProjections } from '../../../projections/rebuild.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'
import { freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { cents, deposited, memberNamed, walletOpened } from '../../support/wallet-log.ts'

let models: ReadModels
beforeEach(async () => {
  models = await freshReadModels()
})
afterEach(() => models.dispose())

const ada = memberNamed('ada')

it('read models of two releases are kept side by side, until no worker of the other is left', async () => {
  const other = 'read_00000000'
  await models.pool.query(`alter schema ${READ_SCHEMA} rename to ${other};
    create schema read; create table read.checkpoint (name text, position bigint); create schema read_00000000_old;
    create schema read_mine; create schema ${READ_SCHEMA}_audit`)
  const announcements = createAnnouncements({ url: models.url, log: models.log, schema: other })
  const theirs = models.start({ schema: other, announcements })
  const opened = await models.writer.append(walletOpened(ada), deposited(ada, 'd', cents(9)))
  expect(await theirs.waitFor(opened, 10_000)).toBe(true)
  const before = await readModelDigest(models.url, other)

  await Promise.all([migrateReadModels(models.url), migrateReadModels(models.url)])
  await rebuildProjections({ store: models.store, url: models.url, log: models.log })
  expect(await readModelDigest(models.url)).toEqual(before)
  const ours = models.start()
  const both = async (position: bigint) =>
    Promise.all([theirs, ours].map((one) => one.waitFor(position, 10_000)))
  expect(await both(await models.writer.append(deposited(ada, 'e', cents(1))))).toEqual([true, true])

  expect(await dropFormerReadModels(models.url)).toEqual({ dropped: ['read'], kept: [other] })
  expect(await both(await models.writer.append(deposited(ada, 'f', cents(1))))).toEqual([true, true])
  await theirs.stop()
  await announcements.close()
  expect(await dropFormerReadModels(models.url)).toEqual({ dropped: [other], kept: [] })
  expect(await dropFormerReadModels(models.url)).toEqual({ dropped: [], kept: [] })
  const { rows } = await models.pool.query(
    `select nspname as name from pg_namespace where nspname like 'read%' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([READ_SCHEMA, `${READ_SCHEMA}_audit`, 'read_mine'].toSorted())
  expect(await ours.waitFor(await models.writer.append(deposited(ada, 'g', cents(1))), 10_000)).toBe(true)
})
