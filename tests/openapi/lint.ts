import { z } from 'zod'
import { openApiDocument } from '../../api/openapi/document.ts'
import { ensurePackagesOf } from '../support/separate-packages.ts'

/*
 * `npm run check:openapi`: lints the document at /api/openapi.json by redocly's recommended rules, as authors of
 * clients would. A warning counts as an error.
 */

const Problem = z.object({
  ruleId: z.string(),
  message: z.string(),
  location: z.array(z.object({ pointer: z.string().optional() })),
})
type Call = (options: object) => Promise<unknown>
const call = () => z.custom<Call>((value) => typeof value === 'function')
const Redocly = z.object({ createConfig: call(), lintFromString: call() })

await ensurePackagesOf('tests/openapi', 'the linter of openapi.json')
// In a variable: the type check does not need the package.
const name = '@redocly/openapi-core'
const { createConfig, lintFromString } = Redocly.parse(await import(name))

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // `/deposits/by-key/{key}` beside `/deposits/{id}/authenticate`: an id is a UUID, so no path fits both.
    'no-ambiguous-paths': 'off',
  },
})
const found = await lintFromString({
  source: JSON.stringify(openApiDocument('__Host-youtility', 'https://app.example')),
  absoluteRef: '/openapi.json',
  config,
})
const problems = z.array(Problem).parse(found)
for (const { ruleId, message, location } of problems)
  console.error(`${ruleId}: ${message} ${location.map(({ pointer }) => pointer ?? '').join(' ')}`)
process.exitCode = problems.length === 0 ? 0 : 1
