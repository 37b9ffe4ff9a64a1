import * as z from 'zod/mini'
import { messageOf } from '../../events/thrown.ts'
import { operations } from '../contract/operations.ts'
import { LogKeys } from '../contract/proof.ts'

/** A log by its public HTTP API. */
export interface LogClient {
  readonly checkpoint: () => Promise<string>
  readonly keys: () => Promise<LogKeys>
  /** Hashes in base64. @throws {LogRefused} when the log has no such proof */
  readonly consistency: (first: number, second: number) => Promise<readonly string[]>
  /** Sends a cosigned checkpoint to the log. */
  readonly deliver: (note: string) => Promise<void>
}

/** The log cannot be reached or is not ready; retry later. */
export class LogUnreachable extends Error {}
/** The log refused the request. */
export class LogRefused extends Error {}

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 200_000

const Proof = z.object({ hashes: z.array(z.string()) })
const Refusal = z.object({ error: z.string() })

const readBounded = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > ANSWER_BYTES_MAX) throw new LogUnreachable('The log answers with too much')
  }
  return text + decoder.decode()
}

const sentenceOf = (text: string): string => {
  try {
    return Refusal.parse(JSON.parse(text)).error
  } catch {
    return text.slice(0, 200)
  }
}

export const createLogClient = (url: string): LogClient => {
  const request = async (path: string, init: RequestInit = {}): Promise<string> => {
    let response: Response
    let text: string
    try {
      response = await fetch(new URL(path, url), {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      text = await readBounded(response)
    } catch (error) {
      const why = messageOf(error)
      throw new LogUnreachable(`${url} does not answer: ${why}`, { cause: error })
    }
    if (response.ok) return text
    const problem = `${path} answers ${response.status}: ${sentenceOf(text)}`
    if (response.status >= 500 || response.status === 429) throw new LogUnreachable(problem)
    throw new LogRefused(problem)
  }
  const parsed = <T>(text: string, schema: z.ZodMiniType<T>): T => {
    try {
      return schema.parse(JSON.parse(text))
    } catch (error) {
      throw new LogRefused('The log answers with something else than its API says', { cause: error })
    }
  }
  return {
    checkpoint: () => request(operations.getCheckpoint.path),
    keys: async () => parsed(await request(operations.getLogKeys.path), LogKeys),
    consistency: async (first, second) =>
      parsed(await request(`${operations.getConsistencyProof.path}?first=${first}&second=${second}`), Proof)
        .hashes,
    deliver: async (note) => {
      await request(operations.submitCosignature.path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ note }),
      })
    },
  }
}
