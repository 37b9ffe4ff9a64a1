import { readFileSync } from 'node:fs'

/** What was really sent and answered once; `type` is the media type of the answer. */
export interface Example {
  readonly request?: unknown
  readonly answer?: unknown
  readonly type?: string
}

export const EXAMPLES_FILE = new URL('examples.json', import.meta.url)

/** By operation; `npm run examples` writes them. */
export const readExamples = (): Readonly<Record<string, Example>> => {
  const examples: Record<string, Example> = JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8'))
  return examples
}
