import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { assertOfOneMoment } from '../../api/proof/restored-apart.ts'
import { ledgerOn } from './ledger-cli/ledger-run.ts'
import { eventually } from '../support/read-models.ts'
import { LEDGERS, testServerOn } from '../support/stores.ts'
import { signedIn } from '../support/test-server.ts'
import { keyed, refusal, sends, walletOf } from '../support/wallet-calls.ts'

describe.each(LEDGERS)('`app` and a ledger in %s that were restored from different moments', (ledger) => {
  const server = testServerOn(ledger)
  const ada = signedIn(server, 'ada')

  const TRANSFER = '/api/wallet/transfer'
  const oneDollar = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00' }
  const calls = (left: string) => [
    ...Array.from({ length: 5 }, () => ({ path: TRANSFER, body: oneDollar, key: randomUUID() })),
    { path: '/api/yut/stake', body: { amount: '5' }, key: randomUUID() },
    // What is left, so that a second attempt would be refused.
    { path: TRANSFER, body: { ...oneDollar, amount: left }, key: randomUUID() },
  ]
  const answerTo = async ({ path, body, key }: ReturnType<typeof calls>[number]) => {
    const response = await ada.post(path, body, keyed(key))
    return { status: response.status, body: await response.json() }
  }
  const sealed = () =>
    eventually(async () => {
      const { rows } = await server.pool.query<{ position: bigint | null }>(
        'select position from app.log_checkpoint order by size desc limit 1',
      )
      return rows[0]?.position === (await server.ledger.store.head())
    }, 'the log is sealed to its end')
  /** An address that no machine has, so that the server ends and does not start. */
  const stop = () => expect(server.restart({ host: '203.0.113.1' })).rejects.toThrow(/203/)
  const run = (...args: readonly string[]) =>
    ledgerOn(server.ownerUrl, server.config.eventStoreUrl ?? undefined)(...args)
  /** Forgets what `app` has learned since. */
  const setAppBack = async (since: Date) => {
    await server.pool.query('delete from app.idempotency_key where created_at >= $1', [since])
    await server.pool.query('delete from app.log_checkpoint where signed_at >= $1', [since])
  }

  it('`app` older: the server does not start; reconciled, repeated commands answer what they did', async () => {
    await sealed()
    const since = new Date()
    const { usd } = await walletOf(ada)
    const made = calls((Number(usd) - 5).toFixed(2))
    const first = []
    for (const call of made) first.push(await answerTo(call))
    expect(first.map(({ status }) => status)).toEqual(made.map(() => 201))
    const grace = await server.signIn('grace')
    await sends(grace, { ...oneDollar, to_user_identifier: 'ada', amount: '100.00' })
    await sealed()
    await stop()
    await setAppBack(since)
    await expect(server.restart()).rejects.toThrow(/database is older than the ledger.+ledger -- reconcile/s)

    expect(await run('reconcile')).toMatchObject({
      exit: 0,
      out: expect.stringContaining(`${made.length} idempotency keys were written down`),
    })
    await server.restart()
    const head = await server.ledger.store.head()
    const [{ key } = { key: '' }] = made
    const other = await ada.post(TRANSFER, { ...oneDollar, amount: '2.00' }, keyed(key))
    expect(await refusal(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    for (const [n, call] of made.entries()) expect(await answerTo(call)).toEqual(first[n])
    expect(await server.ledger.store.head()).toBe(head)
    await server.check()
  })

  it('what other processes append and answer while a server starts is no sign of that', async () => {
    await sealed()
    const { pool, ledger: running } = server
    const store = {
      ...running.store,
      head: async () => {
        const head = await running.store.head()
        await sends(ada, oneDollar)
        return head
      },
    }
    await expect(assertOfOneMoment({ pool, store })).resolves.toBeUndefined()
  })

  it('an answer is believed only when the log holds its position', async () => {
    const call = { path: TRANSFER, body: oneDollar, key: randomUUID() }
    const first = await answerTo(call)
    await server.pool.query(
      `update app.idempotency_key set position = position + 1000000000, response = '{"made":"up"}' where key = $1`,
      [call.key],
    )
    const outcome = await ada.fetch(`/api/outcomes/by-key/${call.key}`)
    expect(await outcome.json()).toMatchObject({ state: 'unfinished' })
    expect(await answerTo(call)).toEqual(first)
  })

  it('a key that is lost while the server runs sends nothing again where ids stand once', async () => {
    if (server.ledger.store.idsStandOnce !== true) return
    const call = { path: TRANSFER, body: oneDollar, key: randomUUID() }
    const first = await answerTo(call)
    const head = await server.ledger.store.head()
    await server.pool.query('delete from app.idempotency_key where key = $1', [call.key])
    expect(await answerTo(call)).toEqual(first)
    expect(await server.ledger.store.head()).toBe(head)
  })

  it('the log older: the server does not start; reconciled, what is in no log is carried out when it is repeated', async () => {
    if (ledger !== 'Postgres') return
    await sealed()
    const before = await server.ledger.store.head()
    const made = Array.from({ length: 5 }, () => ({ path: TRANSFER, body: oneDollar, key: randomUUID() }))
    for (const call of made) expect((await answerTo(call)).status).toBe(201)
    await sealed()
    await stop()
    const begun = randomUUID()
    await server.pool.query(
      `insert into app.idempotency_key (member_id, key, route, body_hash, created_at, begun_after)
       values ($1, $1, '', '', now(), $2)`,
      [begun, before + 1n],
    )
    await server.pool.query(`
      alter table event_store.event disable trigger append_only;
      delete from event_store.event where position > ${before};
      update event_store.head set position = ${before};
      alter table event_store.event enable trigger append_only`)
    await expect(server.restart()).rejects.toThrow(/ledger is older than the database.+ledger -- reconcile/s)
    expect(await run('reconcile')).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/agree up to position \d+.+5 answers taken back.+built anew/s),
    })
    // What is done under that key may come before that position now.
    const { rows } = await server.pool.query('select begun_after from app.idempotency_key where key = $1', [
      begun,
    ])
    expect(rows).toEqual([{ begun_after: null }])
    await server.restart()
    for (const call of made) {
      const { status, body } = await answerTo(call)
      expect(status).toBe(201)
      expect(BigInt(body.position)).toBeGreaterThan(before)
    }
    const { sent } = await server.check()
    expect(new Set(sent).size).toBe(sent.length)
  })
})
