/**
 * Runs first in `npm start` and `npm test`, on any Node from 20.19: says what this machine lacks, installs missing
 * packages, builds the app if its sources changed, and starts the server or the tests. `npm run check` and the like only
 * have it install. Tests that need nothing of what could not be prepared run all the same. Plain JavaScript, no
 * dependencies.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled } from './installed.mjs'
import { planOfChromium, planOfStart } from './machine.mjs'
import { supervise, watchNpm } from './supervise.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const fail = (sentence) => {
  console.error(`\n${sentence}\n`)
  process.exit(1)
}

const isWanted = watchNpm('bootstrap.mjs')

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a command with its output shown, and resolves to its exit code; ends this process when it is told to end. */
const attempt = async (command, args, options = {}) => {
  let isTold = false
  const note = () => {
    isTold = true
  }
  for (const signal of ENDING) process.on(signal, note)
  const code = await supervise(command, args, { cwd: root, ...options }, isWanted).catch((error) =>
    fail(`"${command}" could not be started: ${error.message}`),
  )
  for (const signal of ENDING) process.off(signal, note)
  if (isTold || !isWanted()) process.exit(code || 1)
  return code
}

/** The same; ends this process when it fails. */
const run = async (command, args, options = {}) => {
  const code = await attempt(command, args, options)
  if (code !== 0) process.exit(code)
}

const hashOf = (paths) => {
  const hash = createHash('sha256')
  const add = (path) => {
    const entries = readdirSync(join(root, path), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const child = join(path, entry.name)
      if (entry.isDirectory()) add(child)
      else
        hash
          .update(child)
          .update('\0')
          .update(readFileSync(join(root, child)))
    }
  }
  for (const path of paths) {
    if (!existsSync(join(root, path))) continue
    if (path.includes('.'))
      hash
        .update(path)
        .update('\0')
        .update(readFileSync(join(root, path)))
    else add(path)
  }
  return hash.digest('hex')
}

/** Runs `work` unless it was done for the same inputs before; resolves to its exit code. */
const onceFor = async (stampPath, inputs, work) => {
  const stamp = hashOf(inputs)
  const file = join(root, stampPath)
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return 0
  const code = await work()
  if (code !== 0) return code
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, stamp)
  return 0
}

const npm = (args) => {
  const cli = process.env['npm_execpath']
  return cli && /\.c?js$/.test(cli) ? run(process.execPath, [cli, ...args]) : run('npm', args)
}

/** How many folders of packages there are: npm says nothing while it works. */
const packagesThere = () => {
  try {
    const folders = readdirSync(join(root, 'node_modules'))
    return folders.filter((name) => !name.startsWith('.')).length
  } catch {
    return 0
  }
}

/** Shows that the installation goes on: in a terminal each second in one line, elsewhere every ten seconds. */
const showProgress = (begun) => {
  const { isTTY } = process.stdout
  const said = () => `${Math.round((Date.now() - begun) / 1000)} s, ${packagesThere()} packages there`
  const show = () => (isTTY ? process.stdout.write(`\r  ${said()} `) : console.log(`  ${said()}`))
  const timer = setInterval(show, isTTY ? 1_000 : 10_000)
  return () => {
    clearInterval(timer)
    if (isTTY) process.stdout.write('\n')
  }
}

const install = async (withDev) => {
  if (isInstalled(root, { withDev })) return
  console.log('Installing packages, which takes half a minute and 560 MB the first time ...')
  const stop = showProgress(Date.now())
  const group = withDev ? [] : ['--omit=dev']
  await npm(['ci', ...group, '--no-fund', '--no-audit', '--no-progress', '--loglevel=error']).finally(stop)
  if (!isInstalled(root, { withDev }))
    fail('Some packages could not be installed. Run the command again, or "npm ci" to see why.')
}

/** Resolves to the exit code of the build. */
const build = (node) =>
  onceFor('dist/.build-stamp', ['web', 'api/contract', 'vite.config.ts', 'package-lock.json'], () => {
    console.log('Building the app ...')
    return attempt(node, [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
      // A development server serves the same build: React's development build is far too large.
      env: { ...process.env, NODE_ENV: 'production' },
    })
  })

/** Variables that name the Chromium of the browser tests, which is installed first where it is missing; null: it cannot be. */
const chromium = async (node, plan) => {
  if (plan.path) return { CHROMIUM_PATH: plan.path }
  console.log('Installing Chromium ...')
  if (plan.install === 'playwright') {
    // Its tests find what Playwright has installed.
    const cli = join('node_modules', '@playwright', 'test', 'cli.js')
    return (await attempt(node, [cli, 'install', 'chromium'])) === 0 ? {} : null
  }
  const apt = (...args) =>
    attempt('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  await apt('update', '-qq')
  // The headless shell makes the walks quicker; older Debians have no such package.
  for (const name of ['chromium', 'chromium-headless-shell'])
    await apt('install', '-y', '-qq', '--no-install-recommends', name)
  const { path } = planOfChromium(machine)
  return path ? { CHROMIUM_PATH: path } : null
}

const start = async (node) => {
  await install(false)
  const built = await build(node)
  if (built !== 0) process.exit(built)
  // A larger young generation for many concurrent requests: it halves the garbage collector's work. The compile cache
  // saves compiling at the next start.
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node')
  await run(node, ['--max-semi-space-size=64', join('api', 'main.ts')], {
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    // Through the channel the server notices when this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}

/** Prepares what tests need and runs a program of theirs, which is told what could not be prepared. */
const prepared = (script) => async (node, args) => {
  const plan = planOfChromium(machine)
  if (plan.refuse) fail(plan.refuse)
  await install(true)
  const browser = await chromium(node, plan)
  if (browser === null)
    console.error('\nChromium could not be installed, which the walks need: set CHROMIUM_PATH to one.\n')
  const built = await build(node)
  const lacks = [...(browser === null ? ['chromium'] : []), ...(built === 0 ? [] : ['app'])]
  const env = { ...process.env, ...browser, TEST_LACKS: lacks.join(',') }
  await run(node, [join('tests', script), ...args], { env, group: true })
}

/** For the scripts of developers: `npm start` does not install what they need. */
const packages = () => install(true)

const commands = { start, test: prepared('run.ts'), flakes: prepared('flakes.ts'), packages }
const [name = 'start', ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) fail(`Unknown command "${name}": use ${Object.keys(commands).join(' or ')}.`)

/** What Node knows of its own process, without looking up network addresses, which takes long. */
const header = () => {
  process.report.excludeNetwork = true
  return process.report.getReport().header
}

const machine = {
  platform: process.platform,
  arch: process.arch,
  nodeVersion: process.version,
  isMusl: process.platform === 'linux' && !header().glibcVersionRuntime,
  isRoot: process.getuid?.() === 0,
  env: process.env,
  exists: existsSync,
}
const plan = planOfStart(machine)
if (plan.refuse && command !== packages) fail(plan.refuse)
await command(plan.node === 'own' ? process.execPath : join(root, 'node_modules', '.bin', 'node'), args)
