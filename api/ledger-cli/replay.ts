import { readFileSync } from 'node:fs'
import { createAudit } from '../../events/audit/audit.ts'
import { LedgerFault } from '../../events/audit/fault.ts'
import { canonicalBytes } from '../../events/proof/canonical-event.ts'
import { parseCheckpoint, type Checkpoint } from '../../events/proof/checkpoint.ts'
import { createFrontier } from '../../events/proof/frontier.ts'
import { sameBytes } from '../../events/proof/hashing.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { readVerifierKey } from '../../events/proof/note-keys.ts'
import { parseNote, verifyNote } from '../../events/proof/signed-note.ts'
import { formatMinor } from '../../events/money.ts'
import { openWalletRows } from '../../projections/wallet/all-rows.ts'
import type { Command } from './command.ts'
import { compareWallets } from './compare-wallets.ts'
import { ReadModelDifference, Unanswered, UsageError } from './failure.ts'

const readCheckpoint = async (file: string, key: string | null): Promise<Checkpoint> => {
  if (key === null) throw new UsageError('A checkpoint needs the key that signed it: --key <verifier key>')
  const note = parseNote(readFileSync(file, 'utf8'))
  const verdict = await verifyNote(note, await readVerifierKey(key))
  if (!verdict.ok) throw new LedgerFault('not_the_checkpoint', verdict.why, null)
  return parseCheckpoint(note.text)
}

/** Holds the beginning of the log against a signed checkpoint while it is read. */
const checkpointCheck = (checkpoint: Checkpoint) => {
  const frontier = createFrontier(nodeSha256)
  const compare = () => {
    if (frontier.size() !== checkpoint.size || sameBytes(frontier.root(), checkpoint.root)) return
    throw new LedgerFault(
      'not_the_checkpoint',
      `The first ${checkpoint.size} events are not those that ${checkpoint.origin} signed: at least one of them was changed, added, removed or moved since`,
      null,
    )
  }
  return {
    note: (bytes: () => Uint8Array<ArrayBuffer>) => {
      if (frontier.size() >= checkpoint.size) return
      frontier.append(bytes())
      compare()
    },
    finish: () => {
      if (frontier.size() === 0) compare()
      if (frontier.size() < checkpoint.size)
        throw new LedgerFault(
          'not_the_checkpoint',
          `The log has ${frontier.size()} events, fewer than the ${checkpoint.size} that ${checkpoint.origin} signed`,
          null,
        )
    },
  }
}

const help = `Reads every event from the first, folds it through the rules of the ledger, and compares the read
models with the outcome, wallet by wallet (balances, stake, earnings, status, last event), at the position that they
have come to. Stops at the first thing that is wrong and names it. Safe while servers run; nothing is written.

  --idle                no process has work left: money in flight is then a fault
  --no-read-models      check the log alone
  --checkpoint <file>   the log must begin with what this signed checkpoint speaks of
  --key <verifier key>  whose signature the checkpoint must have`

export const replay: Command = {
  name: 'replay',
  usage: 'replay [--idle] [--no-read-models] [--checkpoint <file> --key <verifier key>]',
  summary: 'check the whole log, and the read models against it',
  help,
  options: { idle: 'flag', 'no-read-models': 'flag', checkpoint: 'text', key: 'text' },
  takes: 0,
  run: async (context, given) => {
    const { store, dense, json, out, progress } = context
    const file = given.text('checkpoint')
    const checkpoint = file === null ? null : checkpointCheck(await readCheckpoint(file, given.text('key')))
    const startedAt = performance.now()
    const readModels = given.flag('no-read-models')
      ? null
      : await openWalletRows(context.databaseUrl).catch((cause: unknown) => {
          throw new Unanswered(
            'There are no read models to compare with; --no-read-models checks the log alone',
            {
              cause,
            },
          )
        })
    try {
      const audit = createAudit({ dense })
      const head = await store.head()
      let wallets: number | null = null
      const compare = async () => {
        if (readModels && wallets === null) wallets = await compareWallets(readModels.rows(), audit)
      }
      for await (const recorded of store.readAll()) {
        if (readModels && recorded.position > readModels.position) await compare()
        checkpoint?.note(() => canonicalBytes(recorded))
        audit.note(recorded)
        progress(audit.events())
      }
      audit.finish({ idle: given.flag('idle'), head })
      checkpoint?.finish()
      if (readModels && readModels.position > audit.position())
        throw new ReadModelDifference(
          `The read models have come to position ${readModels.position} and the log ends at ${audit.position()}: its end is missing`,
        )
      await compare()

      const seconds = (performance.now() - startedAt) / 1_000
      const inFlight = audit.book
        .inFlight()
        .map(({ account, currency, minor }) => ({ account, currency, minor: (-minor).toString() }))
      if (json) {
        const result = {
          ok: true,
          events: audit.events(),
          position: audit.position().toString(),
          seconds: Number(seconds.toFixed(3)),
          eventsPerSecond: Math.round(audit.events() / seconds),
          residentMegabytes: Math.round(process.memoryUsage.rss() / 1e6),
          inFlight,
          readModels: readModels && { position: readModels.position.toString(), wallets },
        }
        return out(`${JSON.stringify(result)}\n`)
      }
      const rate = Math.round(audit.events() / seconds).toLocaleString('en-US')
      await out(
        `${audit.events()} events up to position ${audit.position()} in ${seconds.toFixed(1)} s (${rate} a second). Every rule holds.\n`,
      )
      for (const { account, currency, minor } of inFlight)
        await out(`In flight: ${formatMinor(currency, BigInt(minor))} ${currency} in ${account}.\n`)
      if (readModels)
        await out(`${wallets} wallets at position ${readModels.position} are what the log says they are.\n`)
      if (checkpoint) await out(`The log continues the checkpoint.\n`)
    } finally {
      await readModels?.close()
    }
  },
}
