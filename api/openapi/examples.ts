import { readFileSync } from 'node:fs'

/** What was really sent and answered once; `type` is the media type of the answer. */
export interface Example {
  readonly request?: unknown
  readonly answer?: unknown
  readonly type?: string
}

/** A code of refusals, with a sentence that really was answered with it, and the operations that gave it. */
export interface SeenCode {
  readonly status: number
  readonly sentence: string
  readonly operations: readonly string[]
}

export const EXAMPLES_FILE = new URL('examples.json', import.meta.url)
export const CODES_FILE = new URL('codes.json', import.meta.url)

export type Examples = Readonly<Record<string, Example>>
export type Codes = Readonly<Record<string, SeenCode>>

const textOf = (file: URL): string => readFileSync(file, 'utf8')

/** Examples by operation; `npm run examples` writes them. */
export const readExamples = (): Examples => JSON.parse(textOf(EXAMPLES_FILE))

/** Refusals by code; `npm run examples` writes them. */
export const readCodes = (): Codes => JSON.parse(textOf(CODES_FILE))
