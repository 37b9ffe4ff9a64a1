import { CURRENCIES } from '../../../events/money.ts'
import { dayOf } from '../../../events/calendar.ts'
import { MEMBERS, NAMES } from './members.ts'
import { dividendsBetween, quoteOn } from './pools/market.ts'
import type { Reference } from './reference.ts'
import type { World } from './two-processes.ts'

/** Called millions of times, and cheaper than an assertion library. */
export const same = (what: string, got: unknown, expected: unknown): void => {
  if (got !== expected) throw new Error(`${what}: ${String(got)} instead of ${String(expected)}`)
}

const sameWallets = (world: World, reference: Reference): void => {
  for (const member of MEMBERS) {
    const wallet = reference.wallets.get(member)
    const audited = world.audit.wallets.get(member)
    const name = NAMES[MEMBERS.indexOf(member)] ?? member
    same(`${name}'s wallet is`, audited?.status, wallet?.status)
    same(`${name}'s interest is`, audited?.interestMinor ?? 0n, wallet?.interest ?? 0n)
    same(`${name}'s rewards are`, audited?.rewardsMinor ?? 0n, wallet?.claimed ?? 0n)
    for (const currency of CURRENCIES)
      same(`${name}'s ${currency} is`, world.owed(member, currency), wallet?.balances[currency] ?? 0n)
    same(`${name}'s stake is`, world.owed(member, 'staked'), wallet?.staked ?? 0n)
  }
  const reserved = -world.audit.book.balanceOf('equity:yut-rewards', 'YUT')
  same('The reserve holds', reserved, reference.reserve.available)
}

/** Pools are valued when somebody needs it, in the reference at each midnight. */
const samePools = (world: World, reference: Reference): void => {
  const today = dayOf(world.clock())
  const known = world.views().money.pools
  same('The number of pools is', known.size, reference.pools.size)
  for (const [id, expected] of reference.pools) {
    const pool = world.audit.pools.get(id)
    const name = `Pool ${id}`
    same(`${name} is closed:`, pool?.closed, expected.closed)
    same(`${name} pays bills:`, known.get(id)?.autoPay, expected.autoPay)
    if (!pool || pool.closed) continue
    const { poolType } = expected
    const cash = pool.cash + pool.units * dividendsBetween(poolType, pool.day, today)
    const price = pool.day < today ? quoteOn(poolType, today).price : pool.price
    same(`${name}'s units are`, pool.units, expected.units)
    same(`${name}'s cash is`, cash, expected.cash)
    same(`${name}'s price is`, price, expected.price)
    same(`${name}'s principal is`, pool.principal, expected.principal)
  }
}

const sameBills = (world: World, reference: Reference): void => {
  same('The number of bills is', world.audit.bills.size, reference.bills.size)
  const known = world.views().money.bills
  for (const [id, expected] of reference.bills) {
    const bill = world.audit.bills.get(id)
    same(`Bill ${id} is`, bill?.status, expected.status)
    same(`Bill ${id} charges`, bill?.minor, expected.cents)
    same(`Bill ${id} is due on`, bill?.dueOn, expected.dueOn)
    same(`Bill ${id} is past due:`, bill?.pastDue, expected.pastDue)
    if (expected.status === 'paid') continue
    const failure = known.get(id)?.failure
    same(`Bill ${id} was not paid for`, failure?.reason ?? '', expected.reason)
    same(`Bill ${id} was not paid on`, failure?.day ?? '', expected.failedOn)
  }
}

const sameDevices = (world: World, reference: Reference): void => {
  const devices = world.devices.devices()
  same('The number of devices is', devices.length, reference.devices.size)
  for (const { id, state, label, plan, config, attempt } of devices) {
    const expected = reference.devices.get(id)
    same(`Device ${id} is`, state, expected?.state)
    same(`Device ${id} is called`, label, expected?.label)
    same(`Device ${id} has the plan`, plan, expected?.plan)
    same(`Device ${id} was ordered`, attempt, expected?.attempt)
    same(`Device ${id} is a hotspot:`, Reflect.get(Object(config), 'hotspot_enabled'), expected?.hotspot)
  }
}

const sameCredentials = (world: World, reference: Reference): void => {
  const credentials = world.views().credentials()
  let count = 0
  for (const all of reference.credentials.values()) count += all.length
  same('The number of credentials is', credentials.length, count)
  for (const { memberId, type, place, revoked } of credentials)
    same(
      `${type} ${place} of ${memberId} is revoked:`,
      revoked,
      reference.credentials.get(`${memberId} ${type}`)?.[place]?.revoked,
    )
}

/** Compares everything with the reference. */
export const compareAll = (world: World, reference: Reference): void => {
  sameWallets(world, reference)
  samePools(world, reference)
  sameBills(world, reference)
  sameDevices(world, reference)
  sameCredentials(world, reference)
}
