import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { expect, it } from 'vitest'
import { runbooksOfAlerts } from '../support/operators-figures.ts'

const operators = readFileSync('docs/operators.md', 'utf8')

it('every alert has a section of operators.md that says what to do', () => {
  const runbooks = runbooksOfAlerts()
  expect(runbooks.length).toBeGreaterThan(10)
  for (const [alert, anchor] of runbooks) {
    expect(anchor).toBe(alert.toLowerCase())
    const [, section = ''] = operators.split(`### ${alert}\n`)
    const lines = section.split(/\n#/)[0]?.trim().split('\n') ?? []
    expect({ alert, lines: lines.length }).toEqual({
      alert,
      lines: expect.toSatisfy((n: number) => n >= 1 && n <= 12),
    })
    expect(section.trim()).not.toBe('')
  }
})

it('the dashboard has the form that Grafana imports', () => {
  const Panel = z.object({
    id: z.int(),
    type: z.literal('timeseries'),
    title: z.string().min(1),
    datasource: z.object({ type: z.literal('prometheus'), uid: z.literal('${datasource}') }),
    gridPos: z.object({ h: z.int(), w: z.int(), x: z.int().max(16), y: z.int() }),
    targets: z
      .array(z.object({ refId: z.string(), expr: z.string().min(1), legendFormat: z.string() }))
      .min(1),
  })
  const { panels } = z
    .object({
      title: z.literal('Youtility'),
      uid: z.string(),
      schemaVersion: z.int(),
      panels: z.array(Panel),
    })
    .parse(JSON.parse(readFileSync('docs/ops/dashboard.json', 'utf8')))
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length)
})

it.skipIf(spawnSync('promtool', ['--version']).error !== undefined)(
  'the alerts fire when they should',
  () => {
    expect(
      execFileSync('promtool', ['test', 'rules', 'docs/ops/alerts.test.yml'], { encoding: 'utf8' }),
    ).toContain('SUCCESS')
  },
)
