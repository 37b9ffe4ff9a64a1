import type { BaseLogger } from 'pino'
import type { Clock } from '../../events/ids.ts'
import type { Profiles } from '../identity/profiles.ts'
import { createAttempts } from '../processes/attempts.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import type { CredentialRows } from './credential-rows.ts'
import type { Credentials } from './credentials.ts'

const EVERY_MS = 5_000
/** Younger rows are left to the request that created them. */
const LEFT_AFTER_MS = 10_000
const BATCH = 50

/** Appends to the ledger what a crash prevented, and reissues credentials whose profile has changed. */
export const startCredentialCompletion = ({
  rows,
  profiles,
  credentials,
  clock,
  log,
}: {
  readonly rows: Pick<CredentialRows, 'unrecorded'>
  readonly profiles: Pick<Profiles, 'stale'>
  readonly credentials: Pick<Credentials, 'record' | 'refreshProfile'>
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'error'>
}): Recurring => {
  const attempts = createAttempts({ name: 'credential completion', log })
  return recurring({
    name: 'credential completion',
    everyMs: EVERY_MS,
    wokenBy: ['credentials'],
    graceMs: EVERY_MS,
    log,
    attempts,
    round: async () => {
      const left = new Date(clock().getTime() - LEFT_AFTER_MS)
      const most = BATCH + attempts.waiting()
      const unrecorded = new Map((await rows.unrecorded(left, most)).map((row) => [row.id, row]))
      const items = [
        ...[...unrecorded.keys()].map((credentialId) => ({ credentialId })),
        ...(await profiles.stale(most)).map((memberId) => ({ memberId })),
      ]
      const { againMs } = await attempts.run(items, { limit: 2 * BATCH, atOnceMax: 1 }, async (item) => {
        if ('memberId' in item) return credentials.refreshProfile(item.memberId)
        const row = unrecorded.get(item.credentialId)
        return row && credentials.record(row)
      })
      return againMs
    },
  })
}
