import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VARIABLES } from '../../api/config/variables.ts'

const OBJECTS = readFileSync('docs/ops/kubernetes.yaml', 'utf8').split(/^---\n/m)
const of = (kind: string): readonly string[] =>
  OBJECTS.filter((text) => new RegExp(`^kind: ${kind}$`, 'm').test(text))

it('each probe asks its own question', () => {
  const probes = (kind: string) =>
    [...OBJECTS.join('\n').matchAll(new RegExp(`${kind}:[^]*?path: ([^ ,\\n]+)`, 'g'))].map(
      ([, path]) => path,
    )
  expect(probes('readinessProbe')).toEqual(['/api/health/ready'])
  expect(probes('startupProbe')).toEqual(['/api/health/ready', '/api/health/ready'])
  expect(probes('livenessProbe')).toEqual(['/api/health/live', '/api/health/live'])
})

it('every pod is confined, and its image is named by digest', () => {
  for (const text of [...of('Deployment'), ...of('Job'), ...of('CronJob')]) {
    expect(text).toContain('runAsNonRoot: true')
    expect(text).toContain('readOnlyRootFilesystem: true')
    expect(text).toContain('capabilities: { drop: [ALL] }')
    expect(text).toContain('automountServiceAccountToken: false')
  }
  for (const text of [...of('Deployment'), ...of('Job')])
    expect(text).toMatch(/image: \S+@sha256:[0-9a-f]{64}\n/)
})

it('only the migration has the owner’s password, and only the worker signs', () => {
  for (const text of of('Deployment')) {
    expect(text).not.toContain('youtility-migrate')
    expect(text.includes('youtility-worker }')).toBe(text.includes('value: worker'))
  }
})

it('what is set is a variable of the server', () => {
  const set = [...of('ConfigMap'), ...of('Secret')].join('\n').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)
  const names = [...set].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !(name in VARIABLES))).toEqual([])
})
