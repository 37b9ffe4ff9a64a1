import { expect, it } from 'vitest'
import { startCredentialCompletion } from '../../../api/credentials/credential-completion.ts'
import { standingClock } from '../../support/moving-clock.ts'

it('goes on with other members when one member’s credential cannot be made, and is well', async () => {
  const refreshed: string[] = []
  const failures: unknown[] = []
  const process = startCredentialCompletion({
    rows: { unrecorded: async () => [] },
    profiles: {
      stale: async () => ['one', 'two', 'three'],
    },
    credentials: {
      record: async () => {},
      refreshProfile: async (memberId) => {
        if (memberId === 'one') throw new Error('unreadable')
        refreshed.push(memberId)
      },
    },
    clock: standingClock('2026-02-01T12:00:00.000Z'),
    log: { error: (failure: { work: unknown }) => void failures.push(failure.work) },
  })
  // `stop` waits for the first round.
  await process.stop()
  expect(process.health()).toEqual({ ok: true })
  expect(refreshed).toEqual(['two', 'three'])
  expect(failures).toEqual([{ memberId: 'one' }])
})
