/**
 * `npm run test:deploy`: the documented deployment, run by a real container engine with the commands that operators type.
 * Needs Docker Compose 2.24.4 or newer and the images that the compose files name. `-- --rounds 10` grows that many
 * clusters, `-- --only killed,cluster` runs parts, `-- --folder /srv/trial` says where (it is emptied).
 */
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { balance, pay, signIn, type TrialMember } from './members.ts'
import { lacksEngine, openDeployment, set, until, type Deployment } from './engine.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2' },
    only: { type: 'string', default: 'killed,stuck,backup,upgrade,rotate,cluster' },
    folder: { type: 'string', default: path.join(tmpdir(), 'youtility-deploy') },
    keep: { type: 'boolean', default: false },
  },
})

const begunAt = performance.now()
const say = (text: string): void =>
  console.log(`${((performance.now() - begunAt) / 1_000).toFixed(0).padStart(5)} s  ${text}`)
const check = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`Not so: ${what}`)
  say(what)
}

interface Trial {
  readonly it: Deployment
  readonly logKey: string
  ada: TrialMember
  grace: TrialMember
  /** Transfers of 0.01 YUT that were acknowledged so far. */
  paid: number
}

const isReady =
  ({ origin }: Deployment) =>
  async (): Promise<boolean> =>
    (await fetch(`${await origin()}/api/health/ready`)).ok

const start = async (it: Deployment): Promise<void> => {
  await it.compose('up', '-d', '--wait')
  await until('an api is ready', isReady(it))
}

const payOnce = async (trial: Trial): Promise<number> => {
  const ms = await pay(trial.it.origin, trial.ada, trial.grace)
  trial.paid += 1
  return ms
}

/** Every acknowledged transfer is there, once. */
const checkBooks = async ({ it, ada, paid }: Trial, after: string): Promise<void> => {
  const expected = ((10_000 - paid) / 100).toFixed(2).replace(/\.?0+$/, '')
  const shown = await until('the wallet shows every transfer', async () => {
    const has = await balance(await it.origin(), ada)
    return Number(has) === Number(expected) ? has : false
  })
  check(
    true,
    `after ${after}: ${paid} transfers were acknowledged, and each is there once (${shown} YUT left)`,
  )
}

const firstStart = async (folder: string): Promise<Trial> => {
  const it = openDeployment(folder)
  say('setup, as on a machine that has only Docker')
  const setup = [
    'compose',
    '-f',
    'compose.setup.yml',
    'run',
    '--build',
    '--rm',
    'setup',
    'https://app.youtility.test',
  ]
  const said = await it.docker(...setup)
  set(it, 'app.env', {
    OIDC_ISSUER: 'https://id.youtility.test:8443',
    OIDC_CLIENT_ID: 'youtility',
    OIDC_CLIENT_SECRET: 'secret-of-the-trial-3f9c1d77a2',
    PAYMENT_PROCESSOR: 'sandbox',
    CARRIER: 'sandbox',
  })
  await it.compose('down', '-v', '--remove-orphans')
  await start(it)
  const origin = await it.origin()
  const [ada, grace] = [await signIn(origin, 'ada'), await signIn(origin, 'grace')]
  const logKey = /app\.youtility\.test\/log\+\S+/.exec(said)?.[0] ?? ''
  const trial: Trial = { it, logKey, ada, grace, paid: 0 }
  for (let n = 0; n < 3; n += 1) await payOnce(trial)
  await checkBooks(trial, 'the first start')
  return trial
}

/** Kills each container, while members pay. */
const killed = async (trial: Trial): Promise<void> => {
  for (const service of ['api', 'worker', 'postgres', 'eventstore']) {
    const { it } = trial
    await it.compose('kill', service)
    // `restart: unless-stopped` does not bring back what was killed by hand.
    const back = it.compose('start', service)
    const ms = await payOnce(trial)
    await back
    await until(`an api is ready after ${service} was killed`, isReady(it))
    say(`${service} was killed: a transfer took ${(ms / 1_000).toFixed(1)} s`)
  }
  await checkBooks(trial, 'each container was killed')
}

const STUCK = `insert into app.webhook_event (provider, id, type, deposit_id, change, received_at, next_at, failing_since)
  values ('sandbox', 'evt_stuck', 'nonsense', gen_random_uuid(), '{"to":"nonsense"}', now(), now(), now() - interval '1 hour')`

/** Neither a webhook that cannot be applied nor a stopped worker takes the site away. */
const stuck = async (trial: Trial): Promise<void> => {
  const { it } = trial
  const psql = `PGPASSWORD=$POSTGRES_PASSWORD psql -q -h /var/run/postgresql -U youtility -d youtility -c "$0"`
  const sql = (text: string) => it.compose('exec', '-T', 'postgres', 'sh', '-c', psql, text)
  await sql(STUCK.replaceAll('\n', ' '))
  await it.compose('stop', 'worker')
  for (let n = 0; n < 20; n += 1) {
    if (!(await isReady(it)())) throw new Error('The api was not ready because of a webhook or a worker')
    await payOnce(trial)
    await sleep(1_100)
  }
  await it.compose('start', 'worker')
  await sql(`delete from app.webhook_event where id = 'evt_stuck'`)
  await checkBooks(trial, 'twenty seconds without a worker and with a webhook that cannot be applied')
}

const SETTINGS = { COMPOSE_FILE: 'docker-compose.yml:compose.trial.yml' }

/** The next release, process by process, while members pay. */
const upgrade = async (trial: Trial): Promise<void> => {
  const { it } = trial
  set(it, '.env', { ...SETTINGS, REVISION: 'the-next-release' })
  const ending = new AbortController()
  const upgraded = it.script('upgrade.sh').finally(() => ending.abort())
  let slowest = 0
  const before = trial.paid
  while (!ending.signal.aborted) {
    slowest = Math.max(slowest, await payOnce(trial))
    // A member may send sixty a minute.
    await sleep(1_100)
  }
  await upgraded
  const token = /^METRICS_TOKEN=(.*)$/m.exec(readFileSync(path.join(it.folder, 'app.env'), 'utf8'))?.[1] ?? ''
  const health = await fetch(`${await it.origin()}/api/health`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  check((await health.text()).includes('the-next-release'), 'the process says which release it is of')
  say(`${trial.paid - before} transfers meanwhile, the slowest took ${(slowest / 1_000).toFixed(1)} s`)
  await checkBooks(trial, 'an upgrade')
}

/** A backup of the running installation is tried by the drill, and restored into empty volumes. */
const backup = async (trial: Trial): Promise<void> => {
  const { it, logKey } = trial
  const to = '/backups/trial'
  say(
    (await it.compose('run', '--rm', '-T', 'operator', 'backup', '--', '--to', to))
      .trim()
      .split('\n')
      .at(-2) ?? '',
  )
  const drill = ['compose', '-f', 'compose.drill.yml'] as const
  try {
    const said = await it.docker(...drill, 'run', '--rm', '-T', 'drill', '--from', to, '--log-key', logKey)
    check(said.includes('Every rule holds'), 'the drill restored it, and every rule holds')
  } finally {
    await it.docker(...drill, 'down', '-v')
  }
  await it.compose('down', '-v')
  await it.compose('up', '-d', '--wait', 'postgres', 'eventstore')
  await it.compose('run', '--rm', '-T', 'operator', 'restore', '--', '--from', to, '--log-key', logKey)
  await start(it)
  // A restore ends sessions.
  const origin = await it.origin()
  ;[trial.ada, trial.grace] = [await signIn(origin, 'ada'), await signIn(origin, 'grace')]
  await payOnce(trial)
  await checkBooks(trial, 'a restore into empty volumes')
}

/** New passwords for both databases. */
const rotate = async (trial: Trial): Promise<void> => {
  const { it } = trial
  set(it, '.env', SETTINGS)
  const env = () => readFileSync(path.join(it.folder, '.env'), 'utf8')
  const before = env()
  await it.script('rotate-passwords.sh')
  for (const name of [
    'POSTGRES_PASSWORD',
    'POSTGRES_APP_PASSWORD',
    'EVENTSTORE_PASSWORD',
    'EVENTSTORE_APP_PASSWORD',
  ])
    check(!env().includes(new RegExp(`^${name}=.+$`, 'm').exec(before)?.[0] ?? ''), `${name} is another`)
  await payOnce(trial)
  await checkBooks(trial, 'the passwords were rotated')
}

const replay = (it: Deployment): Promise<string> =>
  it.compose('run', '--rm', '-T', 'operator', 'ledger', '--', 'replay')

/** A cluster of three grows from one node and is left again; not one event is lost. */
const cluster = async (trial: Trial): Promise<void> => {
  const { it } = trial
  const three = ['docker-compose.yml', 'compose.cluster.yml']
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    await it.compose('stop')
    it.setCompose(three)
    const refused = await it.attempt('up', '-d', 'eventstore', 'eventstore-2', 'eventstore-3')
    check(refused.code !== 0, `round ${round}: three nodes, two of them empty, do not start`)
    await it.compose('run', '--rm', '-T', 'cluster', 'grow')
    await start(it)
    await payOnce(trial)
    await checkBooks(trial, `growing to three nodes, round ${round}`)
    if (round < Number(values.rounds)) {
      await it.compose('stop')
      await it.compose('run', '--rm', '-T', 'cluster', 'leave')
      await it.compose('rm', '-f', 'eventstore-2', 'eventstore-3', 'ledger-check')
      for (const n of [2, 3]) await it.docker('volume', 'rm', `youtility_eventstore-${n}-data`)
    }
    it.setCompose(['docker-compose.yml'])
    if (round < Number(values.rounds)) await start(it)
  }
  it.setCompose(three)
  await it.compose('kill', 'eventstore')
  say(`a node was killed: a transfer took ${((await payOnce(trial)) / 1_000).toFixed(1)} s`)
  await it.compose('start', 'eventstore')
  await start(it)
  check((await replay(it)).includes('Every rule holds'), 'the log, read again from its first event, is right')
}

const PARTS: Readonly<Record<string, (trial: Trial) => Promise<void>>> = {
  killed,
  stuck,
  backup,
  upgrade,
  rotate,
  cluster,
}

const lack = lacksEngine()
if (lack !== null) console.log(`The deployment was not tried: ${lack}`)
else {
  const trial = await firstStart(values.folder)
  try {
    for (const part of values.only.split(',')) {
      if (PARTS[part] === undefined)
        throw new Error(`There is no part ${part}: ${Object.keys(PARTS).join(', ')}`)
      say(`--- ${part}`)
      await PARTS[part](trial)
    }
    say('The deployment works as documented.')
  } catch (error) {
    console.error(error)
    console.error((await trial.it.attempt('ps', '-a')).said)
    console.error((await trial.it.attempt('logs', '--tail', '30')).said.slice(-8_000))
    process.exitCode = 1
  } finally {
    if (!values.keep) await trial.it.attempt('down', '-v', '--remove-orphans')
  }
}
