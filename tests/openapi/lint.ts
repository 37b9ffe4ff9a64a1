import { openApiDocument } from '../../api/openapi/document.ts'
import { ensurePackagesOf } from '../support/separate-packages.ts'
import { faultsOfClient } from './client.ts'
import { lintedByRedocly } from './redocly.ts'
import { lintedBySpectral } from './spectral.ts'

/*
 * `npm run check:openapi`: reads the document at /api/openapi.json as authors of clients do. A warning counts as an
 * error.
 */

await ensurePackagesOf('tests/openapi', 'what reads openapi.json')
const document = openApiDocument('__Host-youtility', 'https://app.example')
const problems = [
  ...(await lintedByRedocly(document)),
  ...(await lintedBySpectral(document)),
  ...(await faultsOfClient(document)),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
