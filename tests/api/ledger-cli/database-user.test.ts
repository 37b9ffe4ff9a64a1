import { afterAll, beforeAll, expect, it } from 'vitest'
import { runLedger } from '../../../api/ledger-cli/run.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.stop())

const replay = async (env: Readonly<Record<string, string>>) => {
  let said = ''
  const hear = (text: string) => void (said += text)
  const out = async (text: string) => hear(text)
  const exit = await runLedger(['replay'], { env, out, error: hear, isWatched: false })
  return { exit, said }
}

it('replay as the server’s user names the setting that it lacks; where the owner is given, it runs as the owner', async () => {
  const asServer = { DATABASE_URL: server.config.databaseUrl ?? '' }
  const refused = await replay(asServer)
  expect(refused.exit).not.toBe(0)
  expect(refused.said).toMatch(/permission denied.*READER_DATABASE_URL.*MIGRATION_DATABASE_URL/s)
  // As in the service `operator` of docker-compose.yml.
  expect(await replay({ ...asServer, MIGRATION_DATABASE_URL: server.ownerUrl })).toMatchObject({
    exit: 0,
    said: expect.stringContaining('Every rule holds'),
  })
})
