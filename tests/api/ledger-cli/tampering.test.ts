import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { cents, deposited, memberNamed, transferOf, walletOpened } from '../../support/wallet-log.ts'
import { ledgerOn, type Ran } from './ledger-run.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'
import { openClient } from '../../support/open-client.ts'

/** The log that is tampered with: eight events of two members, sealed by a checkpoint. */
const [ada, grace] = [memberNamed('ada'), memberNamed('grace')]
const lunch = transferOf(ada, grace, 'lunch', cents(1_250))
const rent = transferOf(grace, ada, 'rent', cents(700))
let models: ReadModels
let run: (...args: readonly string[]) => Promise<Ran>
let folder: string
let sealed: readonly string[]

/** Changes the log as its owner can after disabling the trigger; undoes it afterwards. */
const tamperedWith = async (statements: string, check: () => Promise<void>): Promise<void> => {
  const client = await openClient(models.url)
  const disabled = 'set session_replication_role = replica'
  try {
    await client.query(
      `create table kept as table event_store.event; create table kept_head as table event_store.head`,
    )
    await client.query(`${disabled}; ${statements}`)
    await check()
  } finally {
    await client.query(`${disabled}; alter table event_store.event disable trigger append_only;
      delete from event_store.event; insert into event_store.event select * from kept;
      update event_store.head set position = kept_head.position from kept_head; drop table kept, kept_head;
      alter table event_store.event enable trigger append_only`)
    await client.end()
  }
}

beforeAll(async () => {
  models = await freshReadModels()
  run = ledgerOn(models.url)
  folder = mkdtempSync(path.join(tmpdir(), 'youtility-ledger-'))
  const { append } = models.writer
  await append(walletOpened(ada), walletOpened(grace), deposited(ada, 'first', cents(5_000)))
  await append(lunch.sent)
  await append(lunch.received)
  await append(rent.sent)
  await append(rent.received)
  const last = await append(deposited(ada, 'second', cents(100)))
  const running = models.start()
  expect(await running.waitFor(last, 20_000)).toBe(true)
  await running.stop()

  const key = path.join(folder, 'key')
  const verifierKey = (await run('checkpoint', '--new-key', 'test/log', '--key-file', key)).out.trim()
  const note = path.join(folder, 'checkpoint')
  writeFileSync(note, (await run('checkpoint', '--key-file', key)).out)
  sealed = ['--checkpoint', note, '--key', verifierKey]
})

afterAll(async () => {
  await models.dispose()
  rmSync(folder, { recursive: true, force: true })
})

describe('an honest ledger', () => {
  it('passes, with its read models and its checkpoint', async () => {
    const { exit, out, error } = await run('replay', '--idle', ...sealed)
    expect(error).toBe('')
    expect(exit).toBe(0)
    expect(out).toMatch(
      /^8 events up to position 8 in .* Every rule holds\.\n2 wallets at position 8 are what the log/,
    )
    expect(out).toContain('The log continues the checkpoint.')
  })
})

const insert = (position: number, of: number, change: string) =>
  `insert into event_store.event select ${position}, stream_id, ${change} from event_store.event where position = ${of}`
const shift = (from: number) =>
  `update event_store.event set position = position + 1000 where position >= ${from};
   update event_store.event set position = position - 999 where position > 1000;
   update event_store.head set position = position + 1;`
const fresh = `gen_random_uuid(), type, data, metadata, created_at`

describe('a log that was tampered with', () => {
  it.each([
    [
      'a changed amount',
      `update event_store.event set data = replace(data, '"1250"', '"1251"') where position = 5`,
      /Position 5, stream wallet-.*carried 1250 USD/,
    ],
    [
      'a changed payee',
      `update event_store.event set data = replace(data, '${grace}', '${ada}') where position = 4`,
      /Position 5/,
    ],
    [
      'a dropped event',
      `delete from event_store.event where position = 4`,
      /Position 5.*position 4 is missing/,
    ],
    [
      'a dropped last event',
      `delete from event_store.event where position = 8`,
      /ends at 7 and the store says 8/,
    ],
    [
      'a dropped end',
      `delete from event_store.event where position = 8; update event_store.head set position = 7`,
      /7 events, fewer than the 8/,
    ],
    [
      'a doubled event',
      `${shift(5)} ${insert(5, 4, 'revision, event_id, type, data, metadata, created_at')}`.replace(
        'insert',
        'alter table event_store.event drop constraint event_stream_id_revision_key; insert',
      ),
      /Position 5.*revision \d of its stream should stand/,
    ],
    [
      'an inserted event',
      `${shift(9)} ${insert(9, 4, `2000, ${fresh}`)}`,
      /Position 9.*revision \d of its stream/,
    ],
    [
      'two events that changed places',
      `update event_store.event set position = 100 where position = 4; update event_store.event set position = 4 where position = 5; update event_store.event set position = 5 where position = 100`,
      /Position 4.*was never sent/,
    ],
    [
      'an unknown event type',
      `update event_store.event set type = 'MoneyInvented' where position = 3`,
      /Position 3.*MoneyInvented/,
    ],
    [
      'a future schema version',
      `update event_store.event set metadata = replace(metadata, '"schemaVersion":1', '"schemaVersion":9') where position = 3`,
      /Position 3.*schema version 9/,
    ],
    [
      'a payload that is no JSON',
      `update event_store.event set data = '{"amount' where position = 3`,
      /Position 3, stream wallet-.*payload/,
    ],
    [
      'a payload of another shape',
      `update event_store.event set data = '{}' where position = 3`,
      /Position 3.*DepositCredited/,
    ],
  ])('is found: %s', async (_, statements, words) => {
    await tamperedWith(statements, async () => {
      const { exit, error } = await run('replay', '--no-read-models', ...sealed)
      expect(error).toMatch(words)
      expect(exit).toBe(1)
    })
  })

  it('is found where every rule holds, by the read models and by the checkpoint', async () => {
    const more = `update event_store.event set data = replace(data, '"100"', '"900"') where position = 8`
    await tamperedWith(more, async () => {
      const byRows = await run('replay')
      expect(byRows.error).toBe(
        `Stream wallet-${ada} (last event at position 8), liability:member:${ada}:usd: the log says 5350, the read model says 4550\n`,
      )
      expect(byRows.exit).toBe(1)
      const byCheckpoint = await run('replay', '--no-read-models', '--json', ...sealed)
      expect(byCheckpoint.exit).toBe(1)
      expect(JSON.parse(byCheckpoint.out)).toMatchObject({ ok: false, code: 'not_the_checkpoint' })
    })
    const later = `update event_store.event set created_at = created_at + interval '1 second' where position = 8`
    await tamperedWith(later, async () => expect((await run('replay', ...sealed)).exit).toBe(1))
  })

  it('is found by a checkpoint of which a byte was changed', async () => {
    const [, file = '', , key = ''] = sealed
    const forged = path.join(folder, 'forged')
    writeFileSync(forged, readFileSync(file, 'utf8').replace('\n8\n', '\n7\n'))
    const { exit, error } = await run('replay', '--checkpoint', forged, '--key', key)
    expect(error).toMatch(/signature of test\/log does not belong/)
    expect(exit).toBe(1)
  })
})

describe('a read model that was tampered with', () => {
  it.each([
    [
      'a balance',
      `update ${READ_SCHEMA}.wallet set usd_minor = usd_minor + 1 where member_id = '${grace}'`,
      'usd: the log says 550, the read model says 551',
    ],
    [
      'a stake',
      `update ${READ_SCHEMA}.wallet set yut_staked_minor = 1 where member_id = '${grace}'`,
      'staked: the log says 0, the read model says 1',
    ],
    [
      'earnings',
      `update ${READ_SCHEMA}.wallet set interest_minor = 1 where member_id = '${grace}'`,
      'interest received: the log says 0',
    ],
    [
      'a status',
      `update ${READ_SCHEMA}.wallet set status = 'closed' where member_id = '${grace}'`,
      'status: the log says open',
    ],
    ['a missing row', `delete from ${READ_SCHEMA}.wallet where member_id = '${grace}'`, 'has no such wallet'],
    [
      'an invented row',
      `insert into ${READ_SCHEMA}.wallet (member_id, status, bills_from_wallet, usdc_minor, yut_minor, yut_staked_minor,
         usd_locked_minor, usdc_locked_minor, yut_locked_minor, interest_minor, rewards_minor, taken_back_minor, opened_at, usd_day,
         earned_minor, deposited_minor, other_minor, first_position, in_minor, out_minor, moves, last_position,
         usd_minor, position)
       values (gen_random_uuid(), 'open', false, 0, 0, 0, 0, 0, 0, 0, 0, 0, now(), now(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)`,
      'there is none',
    ],
    [
      'a checkpoint ahead of the log',
      `update ${READ_SCHEMA}.pass set position = 9 where 'wallet' = any (names)`,
      'its end is missing',
    ],
  ])('is found: %s', async (_, statement, words) => {
    const { rows } = await models.pool.query<{ names: string }>(
      `select string_agg(column_name, ', ') as names from information_schema.columns
       where table_schema = '${READ_SCHEMA}' and table_name = 'wallet' and is_generated = 'NEVER'`,
    )
    const written = rows[0]?.names ?? ''
    await models.pool.query(`create schema kept; create table kept.wallet as table ${READ_SCHEMA}.wallet`)
    try {
      await models.pool.query(statement)
      const { exit, error } = await run('replay')
      expect(error).toContain(words)
      expect(exit).toBe(1)
    } finally {
      await models.pool.query(`delete from ${READ_SCHEMA}.wallet;
        insert into ${READ_SCHEMA}.wallet (${written}) select ${written} from kept.wallet;
        update ${READ_SCHEMA}.pass set position = 8; drop schema kept cascade`)
    }
  })
})
