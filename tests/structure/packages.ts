import { isBuiltin } from 'node:module'

/** The groups of packages in package.json. */
export interface Groups {
  readonly dependencies: Readonly<Record<string, string>>
  /** Those of the dependencies that only building the app needs; the image of the server is made without them. */
  readonly appDependencies: readonly string[]
}

/** Imports of code and styles that remain when the code runs: types are erased. */
const IMPORT =
  /^(?:import|export)\s(?!type\b)(?:[^'"]*?\bfrom\s)?\s*'([^']+)'|\bimport\('([^']+)'\)|^@import '([^']+)'|\burl\('(@[^']+)'\)/gm

/** Modules that the build makes, and the package that each imports in its turn. */
const MADE: Readonly<Record<string, string>> = { 'virtual:pwa-register': 'workbox-window' }

const nameOf = (specifier: string): string =>
  MADE[specifier] ??
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** The packages that a file needs when it runs, without those of Node. */
const packagesIn = (source: string): readonly string[] =>
  [...source.matchAll(IMPORT)]
    .map(([, ...found]) => found.find((name) => name !== undefined) ?? '')
    .filter((specifier) => !/^[./]/.test(specifier) && !isBuiltin(specifier))
    .map(nameOf)

/**
 * Packages in the wrong group. `npm start` installs the dependencies and the optional ones, `npm test` the
 * devDependencies too, and the server's image has neither them nor the app's.
 *
 * @param files sources of the server, the app and its build, by path from the project's root
 */
export const misplacedPackages = (
  files: ReadonlyMap<string, string>,
  { dependencies, appDependencies }: Groups,
): readonly string[] => {
  const app = new Set(appDependencies)
  const used = { server: new Set<string>(), app: new Set<string>() }
  const problems: string[] = []
  for (const [file, source] of files) {
    const ofApp = file.startsWith('web/') || file === 'vite.config.ts'
    for (const name of packagesIn(source)) {
      used[ofApp ? 'app' : 'server'].add(name)
      if (dependencies[name] === undefined)
        problems.push(`${file} imports ${name}, which npm start does not install: move it to dependencies`)
      else if (!ofApp && app.has(name))
        problems.push(`${file} imports ${name}, which the image lacks: remove it from appDependencies`)
    }
  }
  for (const name of Object.keys(dependencies))
    if (!used.server.has(name) && !used.app.has(name))
      problems.push(`Neither the server nor the app imports ${name}: move it to devDependencies`)
    else if (!used.server.has(name) && !app.has(name))
      problems.push(`Only the app imports ${name}: add it to appDependencies`)
  for (const name of app)
    if (dependencies[name] === undefined) problems.push(`${name} in appDependencies is no dependency`)
  return problems
}
