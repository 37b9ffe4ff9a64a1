import { flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'
import * as fc from 'fast-check'
import { recordCalls } from './recorded-calls.ts'
import { SEED } from './size.ts'

// Every property starts from the run's one seed; a failure prints it with the path to the counterexample.
fc.configureGlobal({ seed: SEED })

// Workers are ended by a signal, so Node would not write its compile cache for the next one.
afterAll(() => {
  flushCompileCache()
})

// A test with a page waits for it as long as `expect.poll` does: on a busy machine a second is not enough.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: 15_000 })
}

// `npm run examples` looks at what the API tests are answered.
const folder = process.env['RECORD_CALLS']
if (folder !== undefined) recordCalls(folder)
