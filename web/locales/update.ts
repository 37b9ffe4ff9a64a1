import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { filesOf, readCatalogue, writeCatalogue } from './catalogue.ts'
import { areaOf, collect } from './collect.ts'
import { SERVER_TEXTS, serverTexts } from './server-texts.ts'

/**
 * `npm run texts`: updates the catalogue files from the code, and writes the server's file. Adds new texts untranslated
 * and removes unused ones; fails as long as a translation is missing.
 */
const root = path.resolve(import.meta.dirname, '../..')
const collected = [...collect(root)].toSorted(([one], [other]) => (one < other ? -1 : 1))

const LANGUAGES = ['de']
for (const language of LANGUAGES) {
  const folder = path.join(import.meta.dirname, language)
  mkdirSync(folder, { recursive: true })
  const known = await readCatalogue(folder)
  const areas = Map.groupBy(collected, ([, files]) => areaOf(files))
  const written = new Set<string>()
  for (const [area, texts] of areas) {
    const entries = new Map(texts.map(([text]) => [text, known.get(text) ?? '']))
    const file = path.join(folder, `${area}.po`)
    writeFileSync(file, await writeCatalogue(language, entries))
    written.add(file)
  }
  for (const file of filesOf(folder)) if (!written.has(file)) rmSync(file)
  const missing = collected.filter(([text]) => (known.get(text) ?? '') === '')
  console.log(`${language}: ${collected.length} texts, ${missing.length} without a translation`)
  for (const [text, files] of missing) console.log(`  ${files[0]}: ${text}`)
  if (missing.length > 0) process.exitCode = 1
}
writeFileSync(path.join(root, SERVER_TEXTS), await serverTexts(root, LANGUAGES))
