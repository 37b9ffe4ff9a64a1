import { createAudit, type Audit } from '../../events/audit/audit.ts'
import { canonicalBytes } from '../../events/proof/canonical-event.ts'
import { openSavedSnapshots, type SavedSnapshots } from '../../events/store/postgres/all-snapshots.ts'
import { formatMinor } from '../../events/money.ts'
import { compareReadModels, Incomparable, type Comparison } from '../../projections/compare/compare.ts'
import { openWalletRows } from '../../projections/wallet/all-rows.ts'
import { checkpointCheck, readCheckpoint } from './checkpoint-check.ts'
import type { Command, Context } from './command.ts'
import { namedDifference } from './compare-rows.ts'
import { createSnapshotCheck } from './compare-snapshots.ts'
import { compareWallets } from './compare-wallets.ts'
import { ReadModelDifference, Unanswered } from './failure.ts'
import { jsonLine } from './printable.ts'

const help = `Reads every event from the first and folds it through the rules of the ledger. Compares the wallets of the
read models with the outcome (balances, stake, earnings, status, last event), and the snapshots, which decisions rest on
after a restart. Then builds every read model again from the log, in a schema of its own that is dropped afterwards, and
compares all tables row by row, each as of the position that it has come to. Stops at the first thing that is wrong and names it: position, stream and event; account, or
table, row and column. Safe while servers run; no table of theirs is written.

  --idle                no process has work left: money in flight is then a fault
  --no-rebuild          of the read models compare the wallets only: a role that may only select will do
  --no-read-models      check the log alone
  --checkpoint <file>   the log must begin with what this signed checkpoint speaks of
  --key <verifier key>  whose signature the checkpoint must have`

/** What the log is compared with, or why there is nothing to compare. */
const opened = <T>(what: string, opening: Promise<T>): Promise<T> =>
  opening.catch((cause: unknown) => {
    throw new Unanswered(`There are no ${what} to compare with; --no-read-models checks the log alone`, {
      cause,
    })
  })

/** Compares all tables row by row. */
const compareTables = async (context: Context, audit: Audit): Promise<Comparison> => {
  const { store, databaseUrl, writableUrl, progress } = context
  const events = audit.events()
  const compared = await compareReadModels({
    store,
    url: databaseUrl,
    scratchUrl: writableUrl,
    progress: (done) => progress(done, { of: events, doing: 'built again' }),
  }).catch((cause: unknown) => {
    if (cause instanceof Incomparable) throw new Unanswered(cause.message, { cause })
    throw cause
  })
  for (const [name, position] of compared.positions) {
    if (position > audit.position())
      throw new ReadModelDifference(
        `The read model ${name} has come to position ${position} and the log ends at ${audit.position()}: its end is missing`,
      )
  }
  if (compared.difference) throw await namedDifference(store, compared.difference, audit.position())
  return compared
}

/** Resources that this process has used so far. */
const used = () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  return {
    cpuSeconds: Number(((userCPUTime + systemCPUTime) / 1e6).toFixed(3)),
    peakMegabytes: Math.round((maxRSS * 1_024) / 1e6),
  }
}

/** What was found to be right. */
interface Replayed {
  readonly seconds: number
  readonly usage: ReturnType<typeof used>
  readonly readModels: {
    readonly position: bigint
    readonly wallets: number | null
    readonly snapshots: number | null
    readonly tables: Comparison | null
  } | null
  readonly continuesCheckpoint: boolean
}

const report = async (
  { json, out }: Pick<Context, 'json' | 'out'>,
  audit: Audit,
  { seconds, usage, readModels, continuesCheckpoint }: Replayed,
): Promise<void> => {
  const inFlight = audit.book.inFlight().map((held) => ({ ...held, minor: -held.minor }))
  const tables = readModels?.tables
  if (json) {
    const result = {
      ok: true,
      events: audit.events(),
      position: audit.position(),
      seconds: Number(seconds.toFixed(3)),
      eventsPerSecond: Math.round(audit.events() / seconds),
      ...usage,
      inFlight,
      readModels: readModels && {
        ...readModels,
        tables: tables?.tables ?? null,
        rows: tables?.rows ?? null,
      },
    }
    return out(jsonLine(result))
  }
  const rate = Math.round(audit.events() / seconds).toLocaleString('en-US')
  await out(
    `${audit.events()} events up to position ${audit.position()} in ${seconds.toFixed(1)} s (${rate} a second). Every rule holds.\n`,
  )
  for (const { account, currency, minor } of inFlight)
    await out(`In flight: ${formatMinor(currency, minor)} ${currency} in ${account}.\n`)
  if (readModels) {
    await out(
      `${readModels.wallets} wallets at position ${readModels.position} are what the log says they are.\n`,
    )
    if (readModels.snapshots) await out(`${readModels.snapshots} snapshots are what the log says they are.\n`)
  }
  if (tables) await out(`${tables.rows} rows in ${tables.tables} tables are what the log makes of them.\n`)
  if (continuesCheckpoint) await out(`The log continues the checkpoint.\n`)
}

export const replay: Command = {
  name: 'replay',
  usage: 'replay [--idle] [--no-rebuild | --no-read-models] [--checkpoint <file> --key <verifier key>]',
  summary: 'check the whole log, and the read models against it',
  help,
  options: {
    idle: 'flag',
    'no-rebuild': 'flag',
    'no-read-models': 'flag',
    checkpoint: 'text',
    key: 'text',
  },
  takes: 0,
  run: async (context, given) => {
    const { store, dense, progress } = context
    const file = given.text('checkpoint')
    const checkpoint = file === null ? null : checkpointCheck(await readCheckpoint(file, given.text('key')))
    const startedAt = performance.now()
    const { databaseUrl } = context
    const readModels = given.flag('no-read-models')
      ? null
      : await opened('read models', openWalletRows(databaseUrl))
    let saved: SavedSnapshots | null = null
    try {
      saved = readModels && (await opened('snapshots', openSavedSnapshots(databaseUrl)))
      const snapshots = saved && (await createSnapshotCheck(saved))
      const audit = createAudit({ dense })
      const head = await store.head()
      const of = dense ? Number(head) : null
      let wallets: number | null = null
      const compare = async () => {
        if (readModels && wallets === null) wallets = await compareWallets(readModels.rows(), audit)
      }
      for await (const batch of store.scan()) {
        for (const recorded of batch) {
          if (readModels && recorded.position > readModels.position) await compare()
          checkpoint?.append(() => canonicalBytes(recorded))
          audit.check(recorded)
          snapshots?.append(recorded)
        }
        await snapshots?.compare()
        progress(audit.events(), { of, doing: 'checked' })
      }
      audit.finish({ idle: given.flag('idle'), head: { before: head, after: await store.head() } })
      checkpoint?.finish()
      const sameSnapshots = snapshots?.finish() ?? null
      if (readModels && readModels.position > audit.position())
        throw new ReadModelDifference(
          `The read models have come to position ${readModels.position} and the log ends at ${audit.position()}: its end is missing`,
        )
      await compare()
      const seconds = (performance.now() - startedAt) / 1_000
      const usage = used()
      await readModels?.close()
      const tables = readModels && !given.flag('no-rebuild') ? await compareTables(context, audit) : null

      await report(context, audit, {
        seconds,
        usage,
        readModels: readModels && {
          position: readModels.position,
          wallets,
          snapshots: sameSnapshots,
          tables,
        },
        continuesCheckpoint: checkpoint !== null,
      })
    } finally {
      await saved?.close()
      await readModels?.close()
    }
  },
}
