import { flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'
import * as fc from 'fast-check'
import { SEED } from './size.ts'

// Every property of a run starts from its one seed; a failure prints it with the path to the counterexample.
fc.configureGlobal({ seed: SEED })

// A worker is ended by a signal, so that Node would not keep what it compiled for the next one.
afterAll(() => {
  flushCompileCache()
})
