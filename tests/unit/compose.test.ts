import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { appSettings, makeSettings, SET_BY_COMPOSE } from '../../api/commands/setup-files.ts'
import { VARIABLES } from '../../api/config/variables.ts'

const COMPOSE = readFileSync('docker-compose.yml', 'utf8')
const CLUSTER = readFileSync('compose.cluster.yml', 'utf8')

/** The text of one service, with its indentation. */
const serviceOf = (name: string, file = COMPOSE): string =>
  new RegExp(`^ {2}${name}:(?: &[\\w-]+)?\\n(?:(?: {4}.*)?\\n)+`, 'm').exec(file)?.[0] ?? ''

const CERTIFIED = ['postgres', 'eventstore', 'eventstore-2', 'eventstore-3']
const SERVICES = [
  'certificates',
  'postgres',
  'migrate',
  'ledger-check',
  'eventstore',
  'api',
  'worker',
  'operator',
  'witness',
]

it('every container is confined', () => {
  expect(COMPOSE).toMatch(
    /x-confined: &confined\n[^]*?read_only: true\n[^]*?cap_drop: \[ALL\]\n[^]*?no-new-privileges:true/,
  )
  for (const name of SERVICES)
    expect(serviceOf(name), name).toMatch(/<<: (\[\*confined, \*image\]|\*confined|\*app)\n/)
  expect(COMPOSE).toMatch(/x-app: &app\n {2}<<: \[\*confined, \*image\]\n/)
})

it('both databases speak TLS only, and the app checks whom it speaks to', () => {
  expect(COMPOSE).not.toMatch(/tls=false|INSECURE/)
  expect(COMPOSE).toMatch(/sslmode=verify-full&sslrootcert=/)
  expect(COMPOSE).toMatch(/\?tls=true&tlsCAFile=/)
})

it('only what migrates, and what an operator runs by hand, has the password of the owner of the tables', () => {
  const rest = COMPOSE.replace(serviceOf('migrate'), '').replace(serviceOf('postgres'), '')
  expect(serviceOf('operator')).toContain('profiles: [operator]\n')
  expect(rest).not.toContain('${POSTGRES_PASSWORD')
  expect(rest).not.toContain('MIGRATION_DATABASE_URL')
  expect(rest).toMatch(/DATABASE_URL: &writer postgres:\/\/youtility_app:/)
  expect(rest).toMatch(/x-app: &app\n[^]*?migrate: \{ condition: service_completed_successfully \}/)
})

it('EventStoreDB is of a line that is open source and tells nobody of itself; three of it are a cluster', () => {
  expect(serviceOf('eventstore')).toMatch(/image: \$\{EVENTSTORE_IMAGE:-eventstore\/eventstore:23\.10\./)
  expect(serviceOf('eventstore')).toMatch(/EVENTSTORE_TELEMETRY_OPTOUT: 'true'/)
  for (const [own, others] of [
    ['eventstore', 'eventstore-2:2113,eventstore-3:2113'],
    ['eventstore-2', 'eventstore:2113,eventstore-3:2113'],
    ['eventstore-3', 'eventstore:2113,eventstore-2:2113'],
  ] as const) {
    expect(serviceOf(own, CLUSTER)).toContain(`EVENTSTORE_GOSSIP_SEED: ${others}\n`)
    expect(serviceOf(own, CLUSTER)).toContain(`EVENTSTORE_CLUSTER_SIZE: '3'\n`)
  }
})

it('no node of EventStoreDB starts before its volume was checked', () => {
  expect(serviceOf('eventstore')).toContain('ledger-check: { condition: service_completed_successfully }\n')
  expect(serviceOf('ledger-check')).toContain("'api/commands/cluster.ts', 'alone']")
  expect(serviceOf('ledger-check', CLUSTER)).toContain("'api/commands/cluster.ts', 'check']")
  for (const name of ['eventstore-2', 'eventstore-3'])
    expect(serviceOf(name, CLUSTER)).toContain('extends: { file: docker-compose.yml, service: eventstore }\n')
})

it('every variable reaches the containers: what compose does not set itself is in the file that it hands over whole', () => {
  const set = new Set([...COMPOSE.matchAll(/^ {4,6}([A-Z][A-Z_]+?)(?:_FILE)?: /gm)].map(([, name]) => name))
  for (const name of SET_BY_COMPOSE) expect(set, name).toContain(name)
  expect(COMPOSE).toMatch(
    /x-app: &app\n[^]*?env_file: &app-settings \[\{ path: app\.env, required: false \}\]/,
  )
  expect(serviceOf('operator')).toContain('env_file: *app-settings\n')
  const settings = appSettings({})
  for (const { name, describes } of Object.values(VARIABLES))
    if (!SET_BY_COMPOSE.has(name)) {
      expect(settings).toContain(`# ${describes}\n#${name}=`)
      expect(set, `${name} in docker-compose.yml would win over app.env`).not.toContain(name)
    }
  expect(readFileSync('app.env.example', 'utf8')).toBe(settings)
})

it('a first start makes what is missing, keeps what is there, and takes over the .env of an older release', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'youtility-setup-'))
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  try {
    writeFileSync(
      path.join(folder, '.env'),
      'POSTGRES_PASSWORD=old\nOIDC_CLIENT_ID=client\nSESSION_KEYS=k1,k2\n',
    )
    const { logKey } = await makeSettings(folder, 'https://app.example.com')
    expect(logKey).toMatch(/^app\.example\.com\/log\+/)
    expect(read('.env')).toMatch(/^POSTGRES_PASSWORD=old\n/)
    expect(read('app.env')).toMatch(/^PUBLIC_URL=https:\/\/app\.example\.com\n/m)
    expect(read('app.env')).toMatch(/^OIDC_CLIENT_ID=client\n/m)
    expect(read('app.env')).toMatch(/^TRUST_PROXY=10\.201\.250\.1\n/m)
    expect(read('secrets/session_keys')).toBe('k1,k2\n')
    expect(statSync(path.join(folder, 'secrets/ledger_log_key')).mode & 0o777).toBe(0o600)
    const made = read('secrets/key_encryption_key')
    expect(await makeSettings(folder, 'https://app.example.com')).toEqual({ files: [], logKey: null })
    expect(read('secrets/key_encryption_key')).toBe(made)
    rmSync(path.join(folder, '.env'))
    await makeSettings(folder, 'https://app.example.com')
    for (const name of COMPOSE.match(/(?<=\$\{)[A-Z_]+(?=:\?)/g) ?? [])
      expect(read('.env')).toMatch(`${name}=`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('neither git nor an image takes what setup makes', () => {
  for (const file of ['.gitignore', '.dockerignore'])
    for (const name of ['.env', 'app.env', 'witness.env', 'secrets', 'backups', '*.key'])
      expect(readFileSync(file, 'utf8').split('\n'), `${name} in ${file}`).toContain(name)
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
