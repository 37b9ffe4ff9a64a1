import { toHex } from '../../events/proof/byte-text.ts'
import { copyLog } from '../../events/proof/copy-log.ts'
import type { CopyTarget } from '../../events/store/copy-target.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { openEventStoreDbCopy } from '../../events/store/eventstoredb/copy-target.ts'
import { createEventStoreDbStore } from '../../events/store/eventstoredb/store.ts'
import { openPostgresCopy } from '../../events/store/postgres/copy-target.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import type { Command } from './command.ts'
import { UsageError } from './failure.ts'
import { jsonLine } from './printable.ts'

const EVENTSTOREDB = /^esdb(\+discover)?:/
const POSTGRES = /^postgres(ql)?:/
const SAY_EVERY_EVENTS = 10_240

const urlOf = (option: string, text: string | null): string => {
  if (text !== null && (EVENTSTOREDB.test(text) || POSTGRES.test(text))) return text
  throw new UsageError(`--${option} must be postgres://… or esdb://…`)
}

const openSource = (url: string): EventStore =>
  EVENTSTOREDB.test(url)
    ? createEventStoreDbStore({ connectionString: url })
    : createPostgresEventStore({ url })

const openTarget = async (url: string): Promise<CopyTarget> =>
  EVENTSTOREDB.test(url) ? openEventStoreDbCopy(url) : openPostgresCopy(url)

export const copy: Command = {
  name: 'copy',
  usage: 'copy --from <url> --to <url>',
  summary: 'copy the log into another database, EventStoreDB or Postgres, and compare the two',
  help: `Copies every event, in its order and with its time, from one database to the other: postgres://… or esdb://…, either
way. Then reads the copy from its first event and compares the Merkle roots: every receipt and checkpoint of the one
is one of the other. Writes, to --to alone. Stop the servers first.

Broken off, it goes on when it is called again: what the target holds must be how the source begins, else nothing is
written. Moving an installation takes three more steps; docs/operations/ledger-choice.md has them.

  --from <url>  the log to copy
  --to <url>    where to; with nothing in it, or what an earlier call has put there`,
  options: { from: 'text', to: 'text' },
  takes: 0,
  offline: async ({ json, out, status }, given) => {
    const [fromUrl, toUrl] = [urlOf('from', given.text('from')), urlOf('to', given.text('to'))]
    if (fromUrl === toUrl) throw new UsageError('--from and --to are the same database')
    const from = openSource(fromUrl)
    let to: CopyTarget | null = null
    try {
      to = await openTarget(toUrl)
      const quiet = given.flag('quiet')
      const { events, found, root } = await copyLog({
        from,
        to,
        onProgress: (done, doing) => {
          if (!quiet && done % SAY_EVERY_EVENTS === 0 && done > 0) status(`${done} events ${doing}`)
        },
      })
      const rootHex = toHex(root)
      await out(
        json
          ? jsonLine({ ok: true, events, found, copied: events - found, root: rootHex })
          : `${events - found} events copied, ${found} were there. Both logs have ${events} events and the Merkle root\n${rootHex}\n`,
      )
    } finally {
      await to?.close()
      await from.close()
    }
  },
}
