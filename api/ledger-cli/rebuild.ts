import { readModelDigest } from '../../projections/digest.ts'
import { rebuildProjections } from '../../projections/rebuild.ts'
import type { Command } from './command.ts'
import { jsonLine } from './printable.ts'

export const rebuild: Command = {
  name: 'rebuild',
  usage: 'rebuild',
  summary: 'make the read models anew from the log, and say whether that changed anything (this one writes)',
  help: `Builds every read model from the first event, beside the live ones, and puts them in their place in one commit.
Safe while servers run on the same DATABASE_URL. Prints SHA-256 over all rows before and after: on read models that are
up to date they are the same, or somebody had been at the rows. The log is only read.`,
  options: {},
  takes: 0,
  run: async ({ store, databaseUrl, ownerUrl, json, out, status }) => {
    const before = await readModelDigest(databaseUrl).catch(() => null)
    const log = {
      info: () => {},
      warn: (_: unknown, words?: string) => words && status(words),
      error: () => {},
    }
    const { events, position, ms } = await rebuildProjections({ store, url: ownerUrl, log })
    const after = await readModelDigest(databaseUrl)
    const differing = before
      ? Object.keys(after.tables).filter((table) => before.tables[table] !== after.tables[table])
      : []
    if (json) {
      const result = {
        ok: true,
        events,
        position,
        seconds: ms / 1_000,
        before: before?.digest ?? null,
        after: after.digest,
        changed: differing,
      }
      return out(jsonLine(result))
    }
    await out(
      `Built the read models from ${events} events up to position ${position} in ${(ms / 1_000).toFixed(1)} s.\n`,
    )
    await out(`before  ${before?.digest ?? 'there were none'}\nafter   ${after.digest}\n`)
    if (differing.length > 0) await out(`Other rows than before: ${differing.join(', ')}\n`)
  },
}
