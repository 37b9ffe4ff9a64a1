import { Agent, request } from 'node:http'
import { expect, it } from 'vitest'
import { eventually } from '../support/read-models.ts'
import { testServer } from '../support/test-server.ts'

const server = testServer({ env: { SHUTDOWN_PAUSE_SECONDS: '5' } })

/** Status of a call on a connection that stays open, as a proxy keeps it. */
const call = (agent: Agent, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(`${server.url}${path}`, { agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })

it('says first that it stops and answers everything that is sent until its callers have noticed', async () => {
  const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  let served = 0
  /** What a proxy does: it asks whether the server is ready, and sends while it is. */
  const proxied = agents.map(async (agent) => {
    const statuses: number[] = []
    for (;;) {
      if ((await call(agent, '/api/health/ready')) !== 200) return statuses
      statuses.push(await call(agent, '/api/health/live'), await call(agent, '/api/users/me'))
      served += 1
    }
  })
  await eventually(() => served > 2 * agents.length, 'all of them are served')
  const restarted = server.restart()
  const statuses = (await Promise.all(proxied)).flat()
  expect(statuses.length).toBeGreaterThan(agents.length)
  expect(new Set(statuses)).toEqual(new Set([200, 401]))
  await restarted
  expect(await Promise.all(agents.map((agent) => call(agent, '/api/health/ready')))).toEqual(
    agents.map(() => 200),
  )
  for (const agent of agents) agent.destroy()
})
