import { createConfig, lintFromString } from '@redocly/openapi-core'
import { openApiDocument } from '../../api/http/openapi.ts'

/*
 * `npm run check:openapi`: lints the document at /api/openapi.json by redocly's recommended rules, as authors of
 * clients would. A warning counts as an error.
 */

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // `/deposits/by-key/{key}` beside `/deposits/{id}/authenticate`: an id is a UUID, so no path fits both.
    'no-ambiguous-paths': 'off',
  },
})
const problems = await lintFromString({
  source: JSON.stringify(openApiDocument('__Host-youtility', 'https://app.example')),
  absoluteRef: '/openapi.json',
  config,
})
for (const { ruleId, message, location } of problems)
  console.error(`${ruleId}: ${message} ${location.map(({ pointer }) => pointer ?? '').join(' ')}`)
process.exitCode = problems.length === 0 ? 0 : 1
