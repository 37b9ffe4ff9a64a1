import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bankUnread } from '../../../api/ledger-cli/bank-unread.ts'
import { without } from '../../support/programs.ts'
import { freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { ledgerOn } from './ledger-run.ts'

let models: ReadModels
let dir: string
beforeAll(async () => {
  models = await freshReadModels()
  dir = mkdtempSync(path.join(tmpdir(), 'youtility-unread-'))
})
afterAll(async () => {
  await models?.dispose()
  rmSync(dir, { recursive: true, force: true })
})

describe('while the server has not read a bank', () => {
  it.each([
    ['a Saturday', '2026-11-28T12:00:00Z', '2026-11-30'],
    ['a banking day', '2026-11-30T12:00:00Z', '2026-11-30'],
    ['Christmas', '2026-12-25T12:00:00Z', '2026-12-28'],
  ])('it is said on %s when it will', (_, now, next) => {
    expect(bankUnread(new Date(now)).message).toContain(`next on ${next}, `)
  })

  it.each(['hledger', 'beancount'])('the journal for %s says so too', async (format) => {
    const { exit, out, error } = await ledgerOn(models.url)('export', '--format', format, '--bank')
    expect(exit).toBe(3)
    expect(error).toMatch(
      /^The server has not read a bank yet: it does on every banking day in UTC, next on 20/,
    )
    expect(out).toBe(`; ${error.split('\n')[0] ?? ''}\n`)
    if (format !== 'hledger' || without('hledger')) return
    writeFileSync(path.join(dir, 'bank.journal'), out)
    expect(
      execFileSync('hledger', ['-f', path.join(dir, 'bank.journal'), 'check'], { encoding: 'utf8' }),
    ).toBe('')
  })

  it('it cannot be reconciled with either', async () => {
    const answer = await ledgerOn(models.url)('reconcile-bank', '--json')
    expect(answer.exit).toBe(3)
    expect(JSON.parse(answer.out)).toMatchObject({ ok: false, code: 'unanswered' })
  })
})
