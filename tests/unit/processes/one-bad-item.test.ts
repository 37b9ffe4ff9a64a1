import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { startProposalClose } from '../../../api/governance/proposal-close.ts'
import { createClaimed } from '../../../api/processes/claimed.ts'
import { eventually, keptLog } from '../../support/read-models.ts'
import { createProposals } from '../../../api/governance/proposals.ts'
import { createWallets } from '../../../api/wallet/wallets.ts'
import { createMemoryStore } from '../../support/memory-store.ts'
import { NO_SNAPSHOTS } from '../../support/no-snapshots.ts'
import { idOf } from '../../support/wallet-spec.ts'

/** Processes that work through no items, each with what a round is. */
const NO_ITEMS: Readonly<Record<string, string>> = {
  'api/sandbox/processor/deliveries.ts': 'each delivery ends by itself, and is postponed by its claim',
  'api/reconciliation/daily.ts': 'one statement a day',
  'api/processes/housekeeping.ts': 'deletes what has expired; all deletions are tried',
  'api/deposits/webhook-inbox.ts':
    'each webhook has its own next attempt, and webhooks that fail are a backlog',
  'api/notifications/push-sending.ts': 'each delivery has its own next attempt',
  'api/notifications/interest.ts': 'one month',
  'api/clock/refresh.ts': 'reads one clock',
  'api/proof/sealer.ts': 'the log in its order',
  'api/proof/cosigning.ts': 'each witness has a process of its own',
  'api/pools/broker-reconciliation.ts': 'one statement a day',
  'api/processes/recurring.ts': 'is the machinery',
}
/** Where a file has another process that works through items. */
const ONE_OF_TWO: Readonly<Record<string, string>> = {
  'api/notifications/processes.ts': 'notifications follow the log in its order',
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))

describe('a process', () => {
  it('tries each of its items by itself, so that one that cannot be finished keeps no other waiting', () => {
    const faults: string[] = []
    for (const file of filesIn('api')) {
      const source = readFileSync(file, 'utf8')
      const starts = source.match(/\brecurring\(\{/g)?.length ?? 0
      if (starts === 0 || file in NO_ITEMS) continue
      // `...follower` has them too.
      const kept = source.match(/^\s+attempts(?:: [^\n]+)?,$|\.\.\.follower/gm)?.length ?? 0
      const expected = file in ONE_OF_TWO ? starts - 1 : starts
      if (kept < expected) faults.push(`${file}: give its items \`attempts\`, or say here why it has none`)
    }
    expect(faults).toEqual([])
  })

  it('is listed with a reason only where there is one', () => {
    for (const file of [...Object.keys(NO_ITEMS), ...Object.keys(ONE_OF_TWO)])
      expect(readFileSync(file, 'utf8')).toMatch(/\brecurring\(\{|recurring = \(/)
  })
})

describe('closing proposals', () => {
  it('goes on after one that cannot be closed and a stake that cannot be released', async () => {
    const { log, lines } = keptLog()
    const store = createMemoryStore()
    const tried: string[] = []
    const wallets = createWallets({ store, snapshots: NO_SNAPSHOTS })
    const execute = async (id: string) => {
      tried.push(id)
      if (id.endsWith('bad')) throw new Error('It cannot be read')
      return { outcome: 'nothing_to_do', events: [], at: '', position: 0n } as const
    }
    const process = startProposalClose({
      toClose: async () => ['bad', 'good'].map((id) => ({ id, endsAt: '2026-01-01T00:00:00.000Z' })),
      totalStakeAt: async () => ({ minor: 0n, position: 0n }),
      toRelease: async () =>
        ['member bad', 'member good'].map((memberId) => ({ memberId, proposalId: idOf('proposal') })),
      caughtUp: async () => true,
      proposals: { ...createProposals({ store }), execute },
      wallets: { ...wallets, execute },
      clock: () => new Date('2026-01-02T00:00:00.000Z'),
      log,
    })
    try {
      await eventually(() => tried.includes('member good'), 'stakes are released')
      expect(tried).toEqual(['bad', 'good', 'member bad', 'member good'])
      expect(process.health()).toEqual({ ok: true })
      expect(lines.filter(({ level }) => level === 'error')).toHaveLength(2)
      // Each has its own pause: after three failures it is an alert.
      await eventually(() => process.stuck() === 2, 'both are stuck', 20_000)
      expect(process.health()).toEqual({ ok: true })
    } finally {
      await process.stop()
    }
  })
})

describe('work that is postponed where it is kept', () => {
  it('is stuck from the third failure on, until it succeeds or is heard of no more', async () => {
    let now = 0
    const { log, lines } = keptLog()
    const claimed = createClaimed({ name: 'test', log, timers: { now: () => now } })
    let failures = 0
    claimed.onFailure(() => (failures += 1))
    let isWell = false
    const run = () =>
      claimed.run(['one', 'two', 'three'], 2, async (item) => {
        if (item === 'two' && !isWell) throw new Error('no')
      })
    for (const stuck of [0, 0, 1]) {
      expect(await run()).toMatchObject({ failed: 1, cause: new Error('no') })
      expect(claimed.stuck()).toBe(stuck)
    }
    expect([failures, lines.length]).toEqual([3, 3])
    now += 4 * 3_600_000
    expect(claimed.stuck()).toBe(0)
    for (let n = 0; n < 3; n += 1) await run()
    expect(claimed.stuck()).toBe(1)
    isWell = true
    expect(await run()).toMatchObject({ failed: 0 })
    expect(claimed.stuck()).toBe(0)
  })
})
