import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const MODULE = pathToFileURL(path.resolve('api/commands/installed.mjs')).href

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'youtility-installed-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** In a separate Node process, because the module has to run before any package is installed. */
const isInstalled = (options: { withDev?: boolean } = {}) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { isInstalled } from ${JSON.stringify(MODULE)}; console.log(isInstalled(${JSON.stringify(root)}, ${JSON.stringify(options)}))`,
    ],
    { encoding: 'utf8' },
  ).trim()

const koa = { version: '3.2.1', integrity: 'sha512-koa' }
const here = {
  version: '1.0.0',
  integrity: 'sha512-here',
  optional: true,
  os: [process.platform],
  cpu: [process.arch],
}
const elsewhere = { ...here, os: ['elsewhere'] }

const lock = (packages: object, direct: readonly string[] = []) =>
  JSON.stringify({
    packages: {
      '': { optionalDependencies: Object.fromEntries(direct.map((name) => [name, '1.0.0'])) },
      ...packages,
    },
  })
/** Creates a folder with this lock file in which npm has installed these packages. */
const folder = (wanted: string, installed: Readonly<Record<string, object>> | null) => {
  writeFileSync(path.join(root, 'package-lock.json'), wanted)
  if (installed === null) return
  for (const name of Object.keys(installed)) mkdirSync(path.join(root, name), { recursive: true })
  mkdirSync(path.join(root, 'node_modules'), { recursive: true })
  writeFileSync(
    path.join(root, 'node_modules', '.package-lock.json'),
    JSON.stringify({ packages: installed }),
  )
}

describe('npm start recognises what npm ci has installed', () => {
  it.each([
    ['all of it', lock({ 'node_modules/koa': koa }), { 'node_modules/koa': koa }, true],
    ['nothing', lock({ 'node_modules/koa': koa }), null, false],
    ['a package missing', lock({ 'node_modules/koa': koa }), {}, false],
    [
      'another version',
      lock({ 'node_modules/koa': koa }),
      { 'node_modules/koa': { ...koa, version: '3.2.0' } },
      false,
    ],
    [
      'other content',
      lock({ 'node_modules/koa': koa }),
      { 'node_modules/koa': { ...koa, integrity: 'x' } },
      false,
    ],
    ['an optional one of another machine missing', lock({ 'node_modules/a': elsewhere }, ['a']), {}, true],
    ['an optional one of this machine missing', lock({ 'node_modules/a': here }, ['a']), {}, false],
    ['an optional one of some package missing', lock({ 'node_modules/a': here }), {}, true],
  ])('%s', (_what, wanted, installed, answer) => {
    folder(wanted, installed)
    expect(isInstalled()).toBe(String(answer))
  })

  it('but not a folder that somebody has emptied since', () => {
    folder(lock({ 'node_modules/koa': koa }), { 'node_modules/koa': koa })
    rmSync(path.join(root, 'node_modules', 'koa'), { recursive: true })
    expect(isInstalled()).toBe('false')
  })

  it('for npm start, which needs no packages of the tests', () => {
    const wanted = lock({ 'node_modules/koa': koa, 'node_modules/vitest': { ...koa, dev: true } })
    folder(wanted, { 'node_modules/koa': koa })
    expect(isInstalled({ withDev: false })).toBe('true')
    expect(isInstalled({ withDev: true })).toBe('false')
  })
})
