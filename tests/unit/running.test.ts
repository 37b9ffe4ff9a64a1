import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { VARIANTS } from '../browser/variants.ts'
import { LATER } from '../running/later.ts'
import { exitCodeOf, type Outcome, summary } from '../running/outcome.ts'
import type { Part } from '../running/parts.ts'
import { roundsSummary } from '../running/rounds.ts'
import { partRunner } from '../running/run-part.ts'

const outcome = (part: string, more: Partial<Outcome> = {}): Outcome => ({
  part,
  passed: 3,
  failed: [],
  flaky: [],
  seconds: 1.4,
  ...more,
})

describe('the parts of a run', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'youtility-parts-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const part = (name: string, script: string, more: Partial<Part> = {}): Part => ({
    name,
    command: [process.execPath, '--input-type=module', '-e', script],
    ...more,
  })
  const reports = (report: object) =>
    `import { writeFileSync } from 'node:fs'
     writeFileSync(process.env.TEST_REPORT, '${JSON.stringify(report)}')`

  it('all run, whatever those before have come to, and none is well without saying so', () => {
    const outcomes = [
      part('is killed', 'process.kill(process.pid, "SIGKILL")'),
      part('says nothing', ''),
      part('lacks a browser', reports({ passed: 1, failed: [], flaky: [] }), { needs: ['chromium'] }),
      part('has failures', `${reports({ passed: 1, failed: ['x'], flaky: [] })}\nprocess.exit(1)`),
      part('fails beyond its tests', `${reports({ passed: 1, failed: [], flaky: [] })}\nprocess.exit(4)`),
      part('is well', reports({ passed: 2, failed: [], flaky: ['y'] })),
    ].map(partRunner(new Set(['chromium']), folder))
    expect(outcomes.map(({ part: name, passed, failed, flaky }) => [name, passed, failed, flaky])).toEqual([
      ['is killed', null, ['ended with SIGKILL'], []],
      ['says nothing', null, ['ended without a report of its tests'], []],
      ['lacks a browser', null, ['not run: no chromium, see above'], []],
      ['has failures', 1, ['x'], []],
      ['fails beyond its tests', 1, ['ended with exit status 4'], []],
      ['is well', 2, [], ['y']],
    ])
  })
})

describe('a run of several parts', () => {
  it('ends with all parts in one table, and the names of what failed in each', () => {
    const said = summary(
      [
        outcome('checks', { passed: null, failed: ['check:lint'] }),
        outcome('suites', { failed: ['a.test.ts › pays', 'b.test.ts › waits'] }),
        outcome('walks'),
      ],
      7,
    )
    const lines = said.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())
    expect(lines).toEqual([
      'part passed failed seconds',
      'checks 1 1',
      'suites 3 2 1',
      'walks 3 1',
      'total 6 3 4',
      '',
      'FAILED',
      'checks: check:lint',
      'suites: a.test.ts › pays',
      'suites: b.test.ts › waits',
    ])
  })

  it('lists what passed only when tried again, with the seed', () => {
    const said = summary([outcome('walks', { flaky: ['a.spec.ts › sends'] })], 7)
    expect(said).toMatch(/FLAKY \(seed 7\).*\n {2}walks: a\.spec\.ts › sends$/)
  })

  it('fails when any part failed, or none ran', () => {
    expect(exitCodeOf([outcome('a'), outcome('b', { flaky: ['x'] })])).toBe(0)
    expect(exitCodeOf([outcome('a', { failed: ['x'] }), outcome('b')])).toBe(1)
    expect(exitCodeOf([])).toBe(1)
  })
})

it('rounds list what failed by how often, with the seeds', () => {
  const failing = (...failed: string[]) => [outcome('api', { failed })]
  const said = roundsSummary([
    { seed: 1, outcomes: failing('a', 'b') },
    { seed: 2, outcomes: failing('b') },
    { seed: 3, outcomes: failing() },
  ])
  expect(said.split('\n')).toEqual([
    '3 rounds, FAILED',
    '  2 of 3  api: b  (seeds 1, 2)',
    '  1 of 3  api: a  (seeds 1)',
  ])
  expect(roundsSummary([{ seed: 1, outcomes: failing() }])).toBe('1 round, nothing failed')
})

it('.ci/run runs both tiers, whatever the first comes to, and fails when one of them fails', () => {
  const lines = readFileSync('.ci/run', 'utf8').split('\n')
  expect(lines.filter((line) => /^(npm|exit)/.test(line))).toEqual([
    'npm test || status=$?',
    'npm run test:full -- --one-size || status=$?',
    'exit "$status"',
  ])
})

describe('what the gate leaves to the full tier', () => {
  const root = path.resolve(import.meta.dirname, '../..')

  it('exists: each file of the API tests, each walk by its title', () => {
    expect(LATER.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
    const unknown = Object.entries(VARIANTS).flatMap(([file, titles]) => {
      const source = readFileSync(path.join(root, 'tests/browser', file), 'utf8')
      return titles.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`)
    })
    expect(unknown).toEqual([])
  })
})
