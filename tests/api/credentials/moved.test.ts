import { expect, it } from 'vitest'
import { composeCredentials } from '../../../api/credentials/compose.ts'
import { createLogger } from '../../../api/logging/logger.ts'
import { createMembers } from '../../../api/identity/members.ts'
import { systemClock } from '../../../events/ids.ts'
import { NO_ANNOUNCEMENTS } from '../../support/announcements.ts'
import { credentialsOf, issues } from '../../support/identity-calls.ts'
import { testServer } from '../../support/test-server.ts'

const server = testServer({ env: { SEED: 'none' } })

it('a platform that has moved to another host issues anew', async () => {
  const { pool, ledger, config } = server
  const ada = await server.signIn('ada')
  const log = createLogger('silent')
  const members = createMembers({
    pool,
    clock: systemClock,
    announcements: NO_ANNOUNCEMENTS,
    formerMembers: { recordReturn: async () => {}, isFormerHandle: async () => false },
    blocks: { blockersOf: async () => new Set() },
  })
  const before = composeCredentials({
    config: { ...config, publicUrl: 'https://old.example' },
    pool,
    ledger,
    members,
    realClock: systemClock,
    log,
  })
  const { row } = await before.credentials.issue(ada.id, 'YoutilityMemberCredential')
  expect(row.document.issuer).toBe('did:web:old.example')
  const { credentials } = await credentialsOf(ada)
  expect(credentials).toMatchObject([{ id: row.id, verified: false, verdict: 'foreign_issuer' }])
  expect(await issues(ada, 'YoutilityMemberCredential')).toMatchObject({ verified: true, verdict: 'valid' })
  await server.check()
})
