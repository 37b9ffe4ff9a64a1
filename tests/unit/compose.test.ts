import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

const COMPOSE = readFileSync('docker-compose.yml', 'utf8')

/** The text of one service, with its indentation. */
const serviceOf = (name: string): string =>
  new RegExp(`^ {2}${name}:(?: &[\\w-]+)?\\n(?:(?: {4}.*)?\\n)+`, 'm').exec(COMPOSE)?.[0] ?? ''

const CERTIFIED = ['postgres', 'eventstore', 'eventstore-2', 'eventstore-3']
const SERVICES = ['certificates', 'postgres', 'migrate', 'eventstore', 'api', 'worker', 'witness']

it('every container is confined', () => {
  expect(COMPOSE).toMatch(
    /x-confined: &confined\n[^]*?read_only: true\n[^]*?cap_drop: \[ALL\]\n[^]*?no-new-privileges:true/,
  )
  for (const name of SERVICES) expect(serviceOf(name), name).toMatch(/<<: \*(confined|app)\n/)
  expect(COMPOSE).toMatch(/x-app: &app\n {2}<<: \*confined\n/)
})

it('both databases speak TLS only, and the app checks whom it speaks to', () => {
  expect(COMPOSE).not.toMatch(/tls=false|INSECURE/)
  expect(COMPOSE).toMatch(/sslmode=verify-full&sslrootcert=/)
  expect(COMPOSE).toMatch(/\?tls=true&tlsCAFile=/)
})

it('only what migrates has the password of the owner of the tables', () => {
  const rest = COMPOSE.replace(serviceOf('migrate'), '').replace(serviceOf('postgres'), '')
  expect(rest).not.toContain('${POSTGRES_PASSWORD')
  expect(rest).not.toContain('MIGRATION_DATABASE_URL')
  expect(rest).toMatch(/DATABASE_URL: &writer postgres:\/\/youtility_app:/)
  expect(rest).toMatch(/x-app: &app\n[^]*?migrate: \{ condition: service_completed_successfully \}/)
})

it('EventStoreDB is of a line that is open source and tells nobody of itself; three of it are a cluster', () => {
  expect(serviceOf('eventstore')).toMatch(/image: \$\{EVENTSTORE_IMAGE:-eventstore\/eventstore:23\.10\./)
  expect(serviceOf('eventstore')).toMatch(/EVENTSTORE_TELEMETRY_OPTOUT: 'true'/)
  for (const [own, others] of [
    ['eventstore-2', 'eventstore:2113,eventstore-3:2113'],
    ['eventstore-3', 'eventstore:2113,eventstore-2:2113'],
  ] as const) {
    expect(serviceOf(own)).toMatch(/<<: \*eventstore\n {4}profiles: \[cluster\]\n/)
    expect(serviceOf(own)).toContain(`EVENTSTORE_GOSSIP_SEED: ${others}\n`)
    expect(serviceOf(own)).toContain(`EVENTSTORE_NODE_HOST_ADVERTISE_AS: ${own}\n`)
  }
})

it('the certificates that are made are good for the names they are asked for, and made once', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'youtility-certificates-'))
  const [, indented = ''] = /command:\n {6}- \|\n((?: {8}.*\n)+)/.exec(serviceOf('certificates')) ?? []
  const script = indented
    .replaceAll(/^ {8}/gm, '')
    .replaceAll('$$', '$')
    .replaceAll('/tmp/', '/certificates/')
    .replaceAll('/certificates', folder)
    // The files belong to the user who runs the test.
    .replaceAll(/^ *chown .*$/gm, '  true')
  try {
    for (const name of ['key', 'authority', ...CERTIFIED]) mkdirSync(path.join(folder, name))
    const run = () => execFileSync('bash', ['-euc', script], { stdio: 'pipe' })
    run()
    const made = readFileSync(path.join(folder, 'postgres/server.crt'), 'utf8')
    run()
    expect(readFileSync(path.join(folder, 'postgres/server.crt'), 'utf8')).toBe(made)
    for (const name of CERTIFIED)
      expect(
        execFileSync(
          'openssl',
          [
            'verify',
            '-CAfile',
            'authority/ca.crt',
            '-purpose',
            'sslserver',
            '-verify_hostname',
            name,
            `${name}/server.crt`,
          ],
          { cwd: folder, encoding: 'utf8' },
        ),
      ).toContain(': OK')
    expect(readFileSync(path.join(folder, 'postgres/pg_hba.conf'), 'utf8')).not.toMatch(/^host /m)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
