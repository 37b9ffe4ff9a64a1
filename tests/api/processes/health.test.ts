import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { WORK_CHANNEL } from '../../../api/processes/waking.ts'
import { testServer } from '../../support/test-server.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

const Health = z.object({
  status: z.string(),
  checks: z.object({ processes: z.object({ ok: z.boolean(), detail: z.optional(z.string()) }) }),
})

/** The names of all processes in the code: those with which `recurring` and `completing` are called. */
const NAMES = globSync('api/**/*.ts')
  .flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/(?:recurring|completing)(?:<\w+>)?\(\{\s+name: '([^']+)'/g),
  ])
  .map(([, name = '']) => name)

/**
 * Their rounds are seconds to an hour apart, too rare for three to fail while a test waits, or do nothing on a day that
 * is no banking day.
 */
const SELDOM = [
  'housekeeping',
  'bill issuing',
  'unpaid deposits',
  'credential completion',
  'account erasure',
  'bank reconciliation',
  'market reconciliation',
]

const server = testServer()

const health = async (): Promise<z.infer<typeof Health>> =>
  Health.parse(await (await fetch(`${server.url}/api/health`)).json())

it('speaks of every process by its name when it fails, and is well again when it does its work', async () => {
  expect(NAMES.length).toBeGreaterThan(20)
  await expect.poll(health).toMatchObject({ status: 'ready', checks: { processes: { ok: true } } })

  // Without rights to these schemas every round of every process fails.
  const user = new URL(server.config.databaseUrl ?? '').username
  await server.pool.query(`revoke usage on schema app, ${READ_SCHEMA} from ${user}`)
  await server.pool.query(`notify ${WORK_CHANNEL}`)
  const unheardOf = async () => {
    const { detail = '' } = (await health()).checks.processes
    return NAMES.filter((name) => !SELDOM.includes(name) && !detail.includes(`${name}: failed`))
  }
  await expect.poll(unheardOf, { timeout: 40_000, interval: 200 }).toEqual([])
  expect((await health()).status).toBe('degraded')

  await server.pool.query(`grant usage on schema app, ${READ_SCHEMA} to ${user}`)
  await expect.poll(health, { timeout: 40_000 }).toMatchObject({ status: 'ready' })
})
