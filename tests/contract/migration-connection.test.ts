import path from 'node:path'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { migrate } from '../../events/store/postgres/migrate.ts'
import { emptyDatabase } from '../support/postgres.ts'

test('a migration opens no connection whose end would end the process', async () => {
  const database = await emptyDatabase()
  const connected = vi.spyOn(Client.prototype, 'connect')
  try {
    await migrate({ url: database.url, dir: path.resolve('api/migrations'), schema: 'app' })
    expect(connected.mock.contexts.length).toBeGreaterThan(0)
    expect(
      connected.mock.contexts.map((client) => (client instanceof Client ? client.listenerCount('error') : 0)),
    ).not.toContain(0)
  } finally {
    connected.mockRestore()
    await database.drop()
  }
})
