import { readFileSync } from 'node:fs'
import path from 'node:path'

const OPS = path.join(import.meta.dirname, '..', '..', 'docs', 'ops')

/** Names of all metrics that the alert rules and the dashboard in docs/ops ask for, without the endings of histograms. */
export const metricsAskedFor = (): readonly string[] => {
  const texts = ['alerts.yml', 'dashboard.json'].map((file) => readFileSync(path.join(OPS, file), 'utf8'))
  const names = texts.flatMap(
    (text) => text.match(/\b(ledger|http|deposit|push|database|live|nodejs|process)_[a-z0-9_]+/g) ?? [],
  )
  const aliases = new Set(['read_model'])
  return [...new Set(names.map((name) => name.replace(/_(bucket|count)$/, '')))].filter(
    (name) => !aliases.has(name),
  )
}

/** Alert rules by name, each with the section of docs/operators.md that it names. */
export const runbooksOfAlerts = (): readonly (readonly [alert: string, anchor: string])[] => {
  const text = readFileSync(path.join(OPS, 'alerts.yml'), 'utf8')
  return [...text.matchAll(/alert: (\w+)[\s\S]*?runbook: docs\/operators\.md#(\w+)/g)].map(
    ([, alert = '', anchor = '']) => [alert, anchor] as const,
  )
}
