import * as z from 'zod/mini'
import { toBase64 } from '../../events/proof/byte-text.ts'
import { HASH_BYTES, type Bytes } from '../../events/proof/hashing.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { readText } from '../../events/proof/text-lines.ts'
import { consistencyFromTiles, TILE_HASHES, tilePath, type TileName } from '../../events/proof/tiles.ts'
import { causesOf, messageOf } from '../../events/thrown.ts'
import { boundedBytes } from '../outgoing/bounded-body.ts'
import { operations } from '../contract/operations.ts'
import { LogKeys } from '../contract/proof.ts'

/** A log by its public HTTP API. */
export interface LogClient {
  readonly checkpoint: () => Promise<string>
  /** The keys that the log itself gives. @throws {LogRefused} when it gives none */
  readonly keys: () => Promise<LogKeys>
  /** Hashes in base64. @throws {LogRefused} when the log has no such proof */
  readonly consistency: (first: number, second: number) => Promise<readonly string[]>
  /** Sends a cosigned checkpoint to the log, where it takes any. */
  readonly deliver: (note: string) => Promise<void>
}

/** The log cannot be reached or is not ready; retry later. */
export class LogUnreachable extends Error {}
/** The log refused the request. */
export class LogRefused extends Error {
  readonly status: number | null
  constructor(why: string, status: number | null = null, options?: ErrorOptions) {
    super(why, options)
    this.status = status
  }
}

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 200_000

const Proof = z.object({ hashes: z.array(z.string()) })
const Refusal = z.object({ error: z.string() })

const decoded = (bytes: Bytes): string => {
  try {
    return readText(bytes)
  } catch (error) {
    throw new LogRefused('The log answers with bytes that are no text', null, { cause: error })
  }
}

const sentenceOf = (text: string): string => {
  try {
    return Refusal.parse(JSON.parse(text)).error
  } catch {
    return text.slice(0, 200)
  }
}

const parsed = <T>(text: string, schema: z.ZodMiniType<T>): T => {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new LogRefused('The log answers with something else than its API says', null, { cause: error })
  }
}

type Request = (path: string, init?: RequestInit) => Promise<Bytes>

const requestOf =
  (url: string): Request =>
  async (path, init = {}) => {
    let response: Response
    let bytes: Bytes
    try {
      response = await fetch(new URL(path, url), {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      bytes = await boundedBytes(response.body, ANSWER_BYTES_MAX)
    } catch (error) {
      const why = causesOf(error)
      throw new LogUnreachable(`${url} does not answer: ${why}`, { cause: error })
    }
    if (response.ok) return bytes
    const problem = `${path} answers ${response.status}: ${sentenceOf(new TextDecoder().decode(bytes))}`
    if (response.status >= 500 || response.status === 429) throw new LogUnreachable(problem)
    throw new LogRefused(problem, response.status)
  }

/** Computes consistency from tiles; a partial tile that is gone is the beginning of the full one (C2SP tlog-tiles). */
const fromTiles =
  (request: Request, prefix: string): LogClient['consistency'] =>
  async (first, second) => {
    const fetchTile = async (name: TileName): Promise<Bytes> => {
      try {
        return await request(`${prefix}tile/${tilePath(name)}`)
      } catch (error) {
        if (!(error instanceof LogRefused) || name.width === TILE_HASHES) throw error
        const full = await request(`${prefix}tile/${tilePath({ ...name, width: TILE_HASHES })}`)
        return full.slice(0, name.width * HASH_BYTES)
      }
    }
    try {
      return (await consistencyFromTiles(first, second, fetchTile, nodeSha256)).map(toBase64)
    } catch (error) {
      if (error instanceof LogUnreachable || error instanceof LogRefused) throw error
      throw new LogRefused(messageOf(error), null, { cause: error })
    }
  }

const OURS = '/api/ledger/'

/** A ledger of this kind, at its public URL. */
export const createLogClient = (url: string): LogClient => {
  const request = requestOf(url)
  const text = async (path: string, init?: RequestInit) => decoded(await request(path, init))
  return {
    checkpoint: () => text(operations.getCheckpoint.path),
    keys: async () => parsed(await text(operations.getLogKeys.path), LogKeys),
    consistency: async (first, second) => {
      const path = `${operations.getConsistencyProof.path}?first=${first}&second=${second}`
      try {
        return parsed(await text(path), Proof).hashes
      } catch (error) {
        if (!(error instanceof LogRefused) || error.status !== 404) throw error
        return fromTiles(request, OURS)(first, second)
      }
    },
    deliver: async (note) => {
      await text(operations.submitCosignature.path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ note }),
      })
    },
  }
}

/** Any log that serves C2SP tlog-tiles at this prefix. It takes no cosignatures: it asks for them, or fetches them. */
export const createTilesClient = (prefix: string): LogClient => {
  const base = prefix.endsWith('/') ? prefix : `${prefix}/`
  const request = requestOf(base)
  return {
    checkpoint: async () => decoded(await request('checkpoint')),
    keys: async () => {
      throw new LogRefused('The key of this log must be configured')
    },
    consistency: fromTiles(request, ''),
    deliver: async () => {},
  }
}
