/**
 * Runs first in `npm start` and `npm test`, on any Node from 20.19: installs missing packages, builds the app if its
 * sources changed, and starts the Node 24 that the lock file pins. Plain JavaScript, no dependencies.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled } from './installed.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const fail = (sentence) => {
  console.error(`\n${sentence}\n`)
  process.exit(1)
}

const versionOf = (text) => text.replace(/^v/, '').split('.').map(Number)
const isAtLeast = (version, [major, minor]) =>
  version[0] > major || (version[0] === major && version[1] >= minor)

/** Runs a command with its output shown; ends this process when it fails. */
const run = (command, args, options = {}) => {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) fail(`"${command}" could not be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
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

/** Runs `work` unless it was done for the same inputs before. */
const onceFor = (stampPath, inputs, work) => {
  const stamp = hashOf(inputs)
  const file = join(root, stampPath)
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return
  work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, stamp)
}

const npm = (args) => {
  const cli = process.env['npm_execpath']
  if (cli && /\.c?js$/.test(cli)) run(process.execPath, [cli, ...args])
  else run('npm', args, { shell: process.platform === 'win32' })
}

const install = () =>
  onceFor('node_modules/.install-stamp', ['package.json', 'package-lock.json', '.npmrc'], () => {
    // Skipped after a manual `npm ci`.
    if (isInstalled(root)) return
    console.log('Installing what is missing ...')
    npm(['ci', '--no-fund', '--no-audit', '--loglevel=error'])
  })

/** The Node that runs TypeScript: the pinned one, else this one when it is new enough. */
const modernNode = () => {
  const pinned = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(pinned)) return pinned
  if (isAtLeast(versionOf(process.version), [24, 0])) return process.execPath
  return fail(
    `Youtility's server needs Node 24 and no pinned Node exists for ${process.platform}-${process.arch}. Install Node 24 and try again (this is ${process.version}).`,
  )
}

const build = (node) =>
  onceFor('dist/.build-stamp', ['web', 'api/contract', 'vite.config.ts', 'package-lock.json'], () => {
    console.log('Building the app ...')
    run(node, [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
      // A development server serves the same build: React's development build is far too large.
      env: { ...process.env, NODE_ENV: 'production' },
    })
  })

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const findChromium = () =>
  [process.env['CHROMIUM_PATH'], ...CHROMIUM_PATHS].find((path) => path !== undefined && existsSync(path))

/** Path of a Chromium for the browser tests, installed first where we may. */
const chromium = () => {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium ...')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    // The headless shell makes the walks quicker; older Debians have no such package.
    for (const name of ['chromium', 'chromium-headless-shell'])
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
  }
  return (
    findChromium() ??
    fail(
      'The browser tests need Chromium. Install it (Debian: "apt-get install chromium") or set CHROMIUM_PATH.',
    )
  )
}

const start = (node) => {
  build(node)
  // A larger young generation for many concurrent requests: it halves the garbage collector's work. The compile cache
  // saves compiling at the next start.
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node')
  const server = spawn(node, ['--max-semi-space-size=64', join('api', 'main.ts')], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    stdio: 'inherit',
  })
  // Ctrl-C reaches the whole process group; a signal sent to this process only is forwarded.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

const test = (node) => {
  const env = { ...process.env, CHROMIUM_PATH: chromium() }
  build(node)
  run(node, [join('tests', 'run.ts')], { env })
}

const commands = { start, test }
const command = commands[process.argv[2] ?? 'start']
if (!command) fail(`Unknown command "${process.argv[2]}": use ${Object.keys(commands).join(' or ')}.`)
if (!isAtLeast(versionOf(process.version), [20, 19]))
  fail(`Youtility needs Node 20.19 or newer; this is ${process.version}.`)
install()
command(modernNode())
