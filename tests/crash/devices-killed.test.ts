import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eventually } from '../support/read-models.ts'
import { profilesOf } from '../support/device-calls.ts'
import { keyed } from '../support/wallet-calls.ts'
import { crashServer } from './crash-server.ts'
import { createRandom, seedOf } from './random.ts'
import { signInAll } from './transfer-clients.ts'
import { sized } from '../support/size.ts'

const KILLS = sized({ gate: 1, long: 8 })

const { postgres, server } = crashServer({ SANDBOX_MINUTE_SECONDS: '1' })

it(`makes every order one line and counts every hour once, over ${KILLS} kills`, async () => {
  const random = createRandom(seedOf('telecom-killed'))
  const members = await signInAll(server.url)
  const orders: { readonly who: number; readonly key: string; id: string | null }[] = []

  const place = async (order: (typeof orders)[number]): Promise<void> => {
    const member = members[order.who % members.length]?.browser
    if (!member || order.id !== null) return
    try {
      const response = await member.post('/api/mvno/esim/provision', {}, keyed(order.key))
      if (response.status === 201) {
        const { profile } = Object(await response.json())
        order.id = String(Reflect.get(Object(profile), 'id'))
      }
    } catch {
      // Repeated after the restart.
    }
  }
  const change = async (order: (typeof orders)[number], index: number): Promise<void> => {
    const member = members[order.who % members.length]?.browser
    if (!member || order.id === null) return
    const device = `/api/mvno/esim/profiles/${order.id}`
    try {
      if (index % 3 === 0) await member.fetch(device, { method: 'DELETE' })
      if (index % 3 === 1) await member.post(`${device}/suspend`)
    } catch {
      // The outcome is checked at the end.
    }
  }

  for (let kill = 0; kill < KILLS; kill += 1) {
    await server.ready()
    orders.push(...members.map((_, who) => ({ who, key: randomUUID(), id: null })).slice(0, 4))
    const asking = Promise.all([...orders.map(place), ...orders.map(change)])
    await sleep(random.integer(1_500))
    await server.kill()
    await asking
    server.start()
  }
  await server.ready()
  await eventually(async () => {
    await Promise.all(orders.map(place))
    return orders.every(({ id }) => id !== null)
  }, 'every order is acknowledged')

  await eventually(
    async () => {
      const [row] = await postgres.query<{ open: boolean }>(
        `select exists (select from app.telecom_device
            where state in ('requested', 'ordered', 'suspending', 'resuming', 'releasing'))
          or exists (select from app.telecom_service
            where not metered and metered_until < now() - interval '2 hours') as open`,
      )
      return row?.open === false
    },
    'everything has come to rest',
    120_000,
  )

  expect(new Set(orders.map(({ id }) => id)).size).toBe(orders.length)
  const [lines] = await postgres.query<{ lost: number; left_over: number; devices: number; seeded: number }>(
    `select
      (select count(*)::int from app.telecom_device d left join app.sandbox_line l on l.reference = d.reference
        where d.state in ('active', 'suspended') and (l is null or l.released or l.suspended <> (d.state = 'suspended'))) as lost,
      (select count(*)::int from app.sandbox_line l where not released and not exists (
        select from app.telecom_device d where d.reference = l.reference and d.state in ('active', 'suspended'))) as left_over,
      (select count(*)::int from app.telecom_device where label = 'My Device') as devices,
      (select count(*)::int from app.telecom_device where label like '%phone') as seeded`,
  )
  expect(lines).toMatchObject({ lost: 0, left_over: 0, devices: orders.length, seeded: 10 })

  const [usage] = await postgres.query<{ differences: number; hours: number }>(
    `with summed as (
      select device_id, (hour at time zone 'UTC')::date as day, sum(calls) as calls, sum(data_kb) as data
      from app.telecom_usage_hour group by 1, 2
    )
    select count(*) filter (where (s.calls, s.data) is distinct from (d.calls, d.data_kb))::int as differences,
      (select count(*)::int from app.telecom_usage_hour) as hours
    from summed s full join app.telecom_usage_day d using (device_id, day)`,
  )
  expect(usage?.differences).toBe(0)
  expect(usage?.hours).toBeGreaterThan(10 * 30 * 12)
  const [first] = members
  if (first) expect((await profilesOf(first.browser)).every(({ pending }) => pending === null)).toBe(true)
})
