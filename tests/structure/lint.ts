import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { NEWER } from '../../web/app/newer.ts'
import { LONG_FUNCTIONS, NOT_BARE, NOT_NEWER, UNTRANSLATED } from './allowed.ts'
import { bareTexts } from './bare-texts.ts'
import { endlessWaits } from './browser-waits.ts'
import { deafConnections } from './connections.ts'
import { folderRings } from './folders.ts'
import { longFunctions } from './functions.ts'
import { upwardImports } from './layers.ts'
import { misplacedPackages } from './packages.ts'
import { newerFeatures } from './platform-features.ts'
import { readModelSql } from './read-models.ts'
import { slowRegExps } from './regexps.ts'
import { sharedStatementNames } from './statements.ts'
import { untranslatedTexts } from './texts.ts'

/*
 * `npm run check:structure`: rules that need more than one file, or that no linter has. Functions have at most 70 lines
 * of their own (100 where they are markup); imports follow the layers, without cycles of folders; SQL on the read
 * models is in projections/ alone; each prepared statement has a name of its own; every text of a page is in a
 * catalogue, and in an element of its own where something beside it comes and goes; each connection to Postgres has a
 * listener for its errors; regular expressions take time in proportion to the text; the app uses nothing that a supported browser
 * lacks and web/app/fallbacks.ts does not replace; each package is in the group of package.json that installs it where
 * it is needed. Exceptions are in allowed.ts with their reasons; an entry that is no longer needed is an error too.
 */

/** Lines of code, and of markup: a tree of elements is read faster than statements. */
const LINES_MAX = 70
const MARKUP_LINES_MAX = 100

const SOURCES = ['events', 'projections', 'api', 'web', 'vite.config.ts']
const listed = execFileSync('git', ['ls-files', ...SOURCES], { encoding: 'utf8' })
const files = new Map(
  listed
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|sql|css)$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
)

/** Tests too: one connection that breaks unheard fails a whole run. Benchmarks end with their servers. */
const testFiles = execFileSync('git', ['ls-files', 'tests'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('tests/bench/'))

const problems: string[] = []
const unused = new Set(
  [LONG_FUNCTIONS, UNTRANSLATED, NOT_BARE, NOT_NEWER].flatMap((list) => Object.keys(list)),
)
const replaced = new Set(Object.entries(NEWER).map(([name, owner]) => `${owner.name}.${name}`))
/** Whether this is an exception in allowed.ts; marks the exception as used. */
const isAllowed = (list: Readonly<Record<string, string>>, name: string): boolean => {
  unused.delete(name)
  return list[name] !== undefined
}

for (const [file, source] of files) {
  if (!file.startsWith('projections/') && readModelSql(source))
    problems.push(`${file} has SQL on a table of the read models: put the query into projections/`)
  if (/\.(sql|css)$/.test(file)) continue
  for (const imported of upwardImports(file, source))
    problems.push(`${file} imports ${imported}, against the direction in tests/structure/layers.ts`)
  // The build reads our own files alone.
  for (const { line, text } of file === 'vite.config.ts' ? [] : slowRegExps(file, source))
    problems.push(
      `${file}:${line} ${text} takes time with the square of the text: say what stands before or between`,
    )
  const max = file.endsWith('.tsx') ? MARKUP_LINES_MAX : LINES_MAX
  for (const { name, line, lines } of longFunctions(file, source, max))
    if (!isAllowed(LONG_FUNCTIONS, `${file} ${name}`))
      problems.push(`${file}:${line} ${name} has ${lines} lines of its own; at most ${max}`)
  if (/^(?:web\/(?!locales|start\/)|api\/contract)/.test(file))
    for (const { name, line } of newerFeatures(file, source))
      if (!replaced.has(name) && !isAllowed(NOT_NEWER, `${file} ${name}`))
        problems.push(
          `${file}:${line} ${name} is newer than the browsers in package.json: docs/decisions/0353`,
        )
  if (file.startsWith('web/') && !file.startsWith('web/locales/'))
    for (const { line, text } of untranslatedTexts(file, source))
      if (!isAllowed(UNTRANSLATED, `${file} ${text}`))
        problems.push(`${file}:${line} “${text}” is said in English alone: t('…'), docs/texts.md`)
  for (const { line, text } of endlessWaits(file, source))
    problems.push(`${file}:${line} ${text} may wait for ever: web/ui/browser-answer.ts`)
  if (file.startsWith('web/') && /<bdi(?![^<>]*\stranslate=)/.test(source))
    problems.push(`${file} has a bdi without translate="no" (a name, an amount) or "yes" (words)`)
  if (file.startsWith('web/') && file.endsWith('.tsx'))
    for (const { line, text } of bareTexts(file, source))
      if (!isAllowed(NOT_BARE, `${file} ${text}`))
        problems.push(
          `${file}:${line} “${text}” is beside what comes and goes: give it an element of its own, docs/decisions/0522`,
        )
}
for (const [file, source] of [
  ...files,
  ...testFiles.map((file): [string, string] => [file, readFileSync(file, 'utf8')]),
])
  for (const { line, text } of deafConnections(source))
    problems.push(
      `${file}:${line} ${text} has no listener for "error": the process ends when Postgres ends the connection`,
    )
problems.push(...misplacedPackages(files, JSON.parse(readFileSync('package.json', 'utf8'))))
for (const [ring, imports] of folderRings(files))
  problems.push(`${ring} and back again: ${imports.join(', ')}`)
for (const [name, at] of sharedStatementNames(files))
  problems.push(`${at.join(', ')}: more than one prepared statement is called ${name}`)
for (const name of unused) problems.push(`tests/structure/allowed.ts: ${name} is not needed any more`)
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
