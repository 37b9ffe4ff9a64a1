import { expect, it } from 'vitest'
import { createEventStoreDbStore } from '../../../events/store/eventstoredb/store.ts'
import { startStandIn } from '../../support/eventstoredb/server.ts'
import { freshReadModels } from '../../support/read-models.ts'
import {
  cents,
  deposited,
  memberNamed,
  transferOf,
  walletOpened,
  walletWriter,
} from '../../support/wallet-log.ts'
import { ledgerOn } from './ledger-run.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

const [ada, grace] = [memberNamed('ada'), memberNamed('grace')]

it('the tools read an EventStoreDB as they read Postgres, with the read models that were built from it', async () => {
  const standIn = await startStandIn()
  const models = await freshReadModels()
  const store = createEventStoreDbStore({ connectionString: standIn.connectionString })
  try {
    const { append } = walletWriter(store)
    const lunch = transferOf(ada, grace, 'lunch', cents(1_250))
    await append(walletOpened(ada), walletOpened(grace), deposited(ada, 'first', cents(5_000)))
    await append(lunch.sent)
    const last = await append(lunch.received)
    const running = models.start({ store })
    expect(await running.waitFor(last, 20_000)).toBe(true)
    await running.stop()

    const run = ledgerOn(models.url, standIn.connectionString)
    const replayed = await run('replay', '--idle', '--json')
    expect(replayed.error).toBe('')
    expect(JSON.parse(replayed.out)).toMatchObject({ ok: true, events: 5, readModels: { wallets: 2 } })
    const { out } = await run('balances', '--account', `liability:member:${grace}`)
    expect(out).toMatch(/-12\.50 USD {3}liability:member:/)
    expect((await run('checkpoint')).out).toMatch(/^youtility-ledger\n5\n/)

    await models.pool.query(
      `update ${READ_SCHEMA}.wallet set usd_minor = usd_minor + 1 where member_id = '${grace}'`,
    )
    const differs = await run('replay')
    expect(differs.exit).toBe(1)
    expect(differs.error).toContain('usd: the log says 1250, the read model says 1251')
  } finally {
    await store.close()
    await models.dispose()
    standIn.kill()
  }
})
