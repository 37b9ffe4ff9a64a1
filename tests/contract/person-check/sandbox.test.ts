import { randomUUID } from 'node:crypto'
import { createPool } from '../../../api/database/database.ts'
import { createSandboxPersonCheck } from '../../../api/sandbox/person-check.ts'
import { sign, SIGNATURE_HEADER } from '../../../api/sandbox/processor/signature.ts'
import { MINUTE_MS, standingClock } from '../../support/moving-clock.ts'
import { freshDatabase } from '../../support/postgres.ts'
import { personCheckContract, type PersonCheckHarness } from './contract.ts'

const SECRET = 'a secret'

const startSandbox = async (): Promise<PersonCheckHarness> => {
  const database = await freshDatabase()
  const pool = createPool(database.url, { max: 4 })
  const clock = standingClock('2026-11-18T12:00:00Z')
  const check = createSandboxPersonCheck({ pool, clock, secret: SECRET, minuteSeconds: 60, daySeconds: 600 })
  const signed = (reference: string | null) => {
    const body = Buffer.from(JSON.stringify({ id: randomUUID(), type: 'check.changed', reference }))
    return { body, headers: { [SIGNATURE_HEADER]: sign(SECRET, body, clock()) } }
  }
  return {
    check,
    submit: async (reference, shown) => {
      await check.answer(reference, shown === 'adult' ? 'valid' : shown)
    },
    settle: () => clock.forward(MINUTE_MS),
    webhook: signed,
    otherWebhook: () => signed(null),
    advanceSeconds: (seconds) => clock.forward(seconds * 1_000),
    stop: async () => {
      await pool.end()
      await database.drop()
    },
  }
}

personCheckContract('sandbox', startSandbox)
