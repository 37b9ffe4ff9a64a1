import { MIN_POSITION_HEADER } from '../../../api/contract/operation.ts'
import { field, textIn, type AtHand } from './at-hand.ts'
import { wrongMemories } from './memory.ts'
import type { Answer, Call, Everywhere } from './world.ts'

/** Something that is set: calls that set it to one thing and another, and where it is read. */
interface Setting {
  readonly name: string
  readonly ready: (member: Everywhere) => Promise<{
    readonly calls: readonly [Call, Call]
    readonly read: string
    /** What of the answer is the setting. */
    readonly of: (answer: unknown) => unknown
  }>
}

const put = (member: Everywhere, path: string, body: Call['body']): Call => ({
  member,
  method: 'PUT',
  path,
  ...(body && { body }),
})

const settings = ({ done, read }: AtHand): readonly Setting[] => {
  const poolOf = async (member: Everywhere): Promise<string> => {
    const pools = field(await read(member, '/api/investments/pools'), 'pools')
    return textIn(Array.isArray(pools) ? pools[0] : null, 'id')
  }
  const deviceOf = async (member: Everywhere): Promise<string> => {
    const ordered = await done({ member, path: '/api/mvno/esim/provision', body: { device_label: 'Tablet' } })
    return textIn(ordered, 'profile', 'id')
  }
  const statusIn = (id: string) => (answer: unknown) => {
    const profiles = field(answer, 'profiles')
    const found: unknown = Array.isArray(profiles) ? profiles.find((one) => field(one, 'id') === id) : null
    return [field(found, 'status'), field(found, 'device_label')]
  }
  const device = (
    name: string,
    calls: (member: Everywhere, path: string) => readonly [Call, Call],
  ): Setting => ({
    name,
    ready: async (member) => {
      const id = await deviceOf(member)
      return {
        calls: calls(member, `/api/mvno/esim/profiles/${id}`),
        read: '/api/mvno/esim/profiles',
        of: statusIn(id),
      }
    },
  })
  return [
    {
      name: 'pool settings',
      ready: async (member) => {
        const pool = `/api/investments/pools/${await poolOf(member)}`
        const path = `${pool}/settings`
        return {
          calls: [
            put(member, path, { target_monthly_yield_cents: 1_00 }),
            put(member, path, { target_monthly_yield_cents: 2_00 }),
          ],
          read: pool,
          of: (answer) => field(answer, 'pool', 'target_monthly_yield_cents'),
        }
      },
    },
    {
      name: 'bill settings',
      ready: async (member) => ({
        calls: [
          put(member, '/api/bills/settings', { pay_from_wallet: true }),
          put(member, '/api/bills/settings', { pay_from_wallet: false }),
        ],
        read: '/api/bills',
        of: (answer) => field(answer, 'settings'),
      }),
    },
    {
      name: 'the daily limit',
      ready: async (member) => ({
        calls: [
          put(member, '/api/wallet/daily-limit', { limit_usd: '5000' }),
          put(member, '/api/wallet/daily-limit', { limit_usd: '4000' }),
        ],
        read: '/api/wallet/daily-limit',
        of: (answer) => answer,
      }),
    },
    device('the name of a line', (member, path) => [
      put(member, path, { device_label: 'One' }),
      put(member, path, { device_label: 'Two' }),
    ]),
    device('ending a line', (member, path) => [
      { member, method: 'DELETE', path },
      put(member, path, { device_label: 'Three' }),
    ]),
  ]
}

const isFailure = ({ status }: Answer): boolean => status >= 500

/**
 * Sets each thing at several processes, to the same and to different values, while the log takes nothing in. All processes
 * then read the same, none fails, and none is wrong in its memory. @returns what was wrong
 */
export const setEverywhere = async (atHand: AtHand): Promise<readonly string[]> => {
  const { world, pair } = atHand
  const wrong: string[] = []
  for (const [turn, { name, ready }] of settings(atHand).entries()) {
    const [member] = pair(turn)
    const { calls, read, of } = await ready(member)
    const [one] = calls
    for (const sent of [[one, one], calls] as const) {
      const answers = await world.inFlight(
        sent.map((call, n) => () => world.send(call, null, n === 0 ? 0 : world.apis - 1)),
      )
      const failed = answers.filter(isFailure)
      if (failed.length > 0)
        wrong.push(`${name}: ${failed.map(({ status, text }) => `${status} ${text}`).join(' | ')}`)
      const position = String(await world.store.head())
      const seen = await Promise.all(
        member.browsers.map(async (browser) => {
          const response = await browser.fetch(read, { headers: { [MIN_POSITION_HEADER]: position } })
          return JSON.stringify(of(JSON.parse(await response.text())))
        }),
      )
      if (new Set(seen).size > 1) wrong.push(`${name}: the processes say ${seen.join(' and ')}`)
      for (const stream of await wrongMemories()) wrong.push(`${name}: a process is wrong about ${stream}`)
    }
  }
  return wrong
}
