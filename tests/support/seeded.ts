import * as fc from 'fast-check'
import { SEED } from './size.ts'

// Every property of a run starts from its one seed; a failure prints it with the path to the counterexample.
fc.configureGlobal({ seed: SEED })
