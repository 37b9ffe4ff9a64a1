import { expect, it } from 'vitest'
import { refusalOfPostgres } from '../../../api/database/postgres-version.ts'

it.each(['17.0', '17.5 (Debian 17.5-1.pgdg120+1)', '18beta1', '100.1'])('Postgres %s will do', (version) => {
  expect(refusalOfPostgres(version)).toBeNull()
})

it.each(['16.9', '15.18 (Debian 15.18-0+deb12u1)', '9.6.24', 'unheard of', ''])(
  'Postgres %s is refused',
  (version) => {
    const refusal = refusalOfPostgres(version)
    expect(refusal).toContain(`is Postgres ${version}, and Youtility needs Postgres 17 or later`)
    expect(refusal).toContain('upgrade it')
  },
)
