/**
 * What `npm start` and `npm test` do on which machine, decided before anything is downloaded. Pure functions in plain
 * JavaScript without dependencies, for any Node from 20.19.
 *
 * @typedef {object} Machine
 * @property {string} platform as in `process.platform`
 * @property {string} arch as in `process.arch`
 * @property {string} nodeVersion of the Node that runs npm, as in `process.version`
 * @property {boolean} isMusl whether it is a Linux with musl in place of glibc, such as Alpine
 * @property {boolean} isRoot
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {(path: string) => boolean} exists
 *
 * @typedef {{ refuse: string }} Refused what is missing, in a sentence
 */

const NODE_TO_INSTALL = [20, 19]
const NODE_TO_SERVE = 24
/** npm 9.2, which Debian 13 has, finds no lock file where a package is replaced by another (`overrides`); 9.9 does. */
const NPM_TO_INSTALL = [9, 9]
/** Machines for which the lock file has Node 24. */
const WITH_NODE = ['linux-x64', 'linux-arm64']
/** Machines for which the lock file has Postgres. */
const WITH_POSTGRES = [...WITH_NODE, 'darwin-x64', 'darwin-arm64']

const NAMES = { linux: 'Linux', darwin: 'macOS' }

/** @param {string} version @returns {[number, number]} */
const versionOf = (version) => {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return [major, minor]
}

/** @param {readonly number[]} version @param {readonly number[]} least */
const isAtLeast = ([major = 0, minor = 0], [leastMajor = 0, leastMinor = 0]) =>
  major > leastMajor || (major === leastMajor && minor >= leastMinor)

/**
 * Which Node runs the server: the one that `npm ci` installs or the one that runs npm.
 *
 * @param {Machine} machine
 * @returns {{ node: 'installed' | 'own' } | Refused}
 */
export const planOfStart = ({ platform, arch, nodeVersion, isMusl, env }) => {
  if (platform === 'win32')
    return {
      refuse:
        'On Windows, Youtility runs in WSL: run "wsl --install" once, install Node 24 there, and run npm start in a ' +
        'WSL terminal.',
    }
  const [major, minor] = versionOf(nodeVersion)
  const kind = `${platform}-${arch}`
  const name = `${NAMES[platform] ?? platform} (${arch}${isMusl ? ', musl' : ''})`
  const hasNode = WITH_NODE.includes(kind) && !isMusl
  const lacks = []
  if (!hasNode && major < NODE_TO_SERVE)
    lacks.push(`Node ${NODE_TO_SERVE} or newer from https://nodejs.org (this is ${nodeVersion})`)
  if ((!WITH_POSTGRES.includes(kind) || isMusl) && !env['DATABASE_URL'])
    lacks.push('a Postgres server of your own, named by DATABASE_URL')
  if (lacks.length > 0)
    return { refuse: `On ${name}, Youtility needs ${lacks.join(', and ')}. Then run npm start again.` }
  if (!isAtLeast([major, minor], NODE_TO_INSTALL))
    return {
      refuse: `Youtility needs Node ${NODE_TO_INSTALL.join('.')} or newer from https://nodejs.org; this is ${nodeVersion}.`,
    }
  const npm = /^npm\/(\S+)/.exec(env['npm_config_user_agent'] ?? '')?.[1]
  if (npm !== undefined && !isAtLeast(versionOf(npm), NPM_TO_INSTALL))
    return {
      refuse: `Youtility needs npm ${NPM_TO_INSTALL.join('.')} or newer; this is ${npm}. Run: npm install --global npm@10`,
    }
  return { node: hasNode ? 'installed' : 'own' }
}

const CHROMIUM = {
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
}

/**
 * Where the tests' Chromium comes from: it is there, or it is installed by apt or by Playwright.
 *
 * @param {Machine} machine
 * @returns {{ path: string } | { install: 'apt' | 'playwright' } | Refused}
 */
export const planOfChromium = ({ platform, isRoot, env, exists }) => {
  const named = env['CHROMIUM_PATH']
  if (named)
    return exists(named) ? { path: named } : { refuse: `CHROMIUM_PATH is ${named}, where nothing is.` }
  const path = (CHROMIUM[platform] ?? []).find(exists)
  if (path) return { path }
  return { install: isRoot && exists('/usr/bin/apt-get') ? 'apt' : 'playwright' }
}
