import * as z from 'zod/mini'
import { verifyCheckpoint } from '../../events/proof/verify-checkpoint.ts'
import type { KnownKeys } from '../../events/proof/witnessed.ts'
import { NotProven } from './failure.ts'

const KeptLine = z.object({ at: z.optional(z.string()), checkpoint: z.string() })

/** A line of an archive of checkpoints: when it was written, which a bundle may leave out, and the signed note. */
export const parseKeptLine = (line: string): z.infer<typeof KeptLine> => KeptLine.parse(JSON.parse(line))

/**
 * Reads a signed checkpoint of evidence; `what` names it.
 * @throws {NotProven} when the log has not signed it, a witness's signature is not valid, or needed ones are missing
 */
export const readSigned = async (text: string, what: string, keys: KnownKeys) => {
  const verdict = await verifyCheckpoint(text, keys)
  if (verdict.kind === 'unsigned') throw new NotProven(`${what}: ${verdict.why}`)
  const { state, note: why, ...witnesses } = verdict.check
  if (state === 'failed') throw new NotProven(`${what}: ${why}`)
  return { checkpoint: verdict.checkpoint, why, witnesses }
}

/** Reads a checkpoint that was kept: only the log must have signed it, but the signatures that it has must be valid. */
export const readKept = (text: string, what: string, { logs, witnesses }: KnownKeys) =>
  readSigned(text, what, { logs, witnesses })
