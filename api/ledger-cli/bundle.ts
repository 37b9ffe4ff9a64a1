import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { formatReceipt } from '../../events/proof/receipt.ts'
import { formatTlogProof } from '../../events/proof/tlog-proof.ts'
import { BUNDLE, BUNDLE_JOURNALS, bundleReadme } from './bundle-files.ts'
import { writeHistory } from './bundle-history.ts'
import { createBundleWriter, type BundleWriter } from './bundle-writer.ts'
import { chooseSeal } from './choose-seal.ts'
import type { Command, Context } from './command.ts'
import { writeJournal } from './export.ts'
import { UsageError } from './failure.ts'
import { KEY_HELP, KEY_OPTIONS, readKeys, type GivenKeys } from './given-keys.ts'
import { readUpTo } from './moment.ts'
import { jsonLine } from './printable.ts'
import { findSeals, readSealed, type Seals } from './sealed-tree.ts'
import { readSigned } from './signed-checkpoint.ts'
import { verifierPage } from './verifier-page.ts'

/** The journals up to the last event of the bundle. */
const writeJournals = async (context: Context, writer: BundleWriter, last: bigint): Promise<void> => {
  const to = { kind: 'position', position: last } as const
  for (const [name, journal] of BUNDLE_JOURNALS) {
    const file = writer.open(name)
    await writeJournal(journal(), readUpTo(context.store, to), {
      ...context,
      first: null,
      out: async (text) => file.write(text),
    })
    file.end()
  }
}

/** Writes the files of a bundle that ends with this checkpoint, or with the log as it is when there is none. */
const writeBundle = async (
  context: Context,
  dir: string,
  { keys, seals, ids }: { readonly keys: GivenKeys; readonly seals: Seals; readonly ids: readonly string[] },
) => {
  const seal = await chooseSeal(seals, keys)
  mkdirSync(dir, { recursive: true })
  const writer = createBundleWriter(dir)
  const wanted = new Set(ids)
  const found: { readonly id: string; readonly index: number; readonly event: string }[] = []
  const events = writer.open(BUNDLE.events)
  let last = 0n
  const ends = { seal, signer: seals.signer }
  const sealed = await readSealed(context, ends, ({ id, position }, index, text) => {
    events.write(`${text}\n`)
    last = position
    if (wanted.delete(id)) found.push({ id, index, event: text })
  })
  events.end()
  const [missing] = wanted
  if (missing !== undefined) throw new UsageError(`The log has no event ${missing} before the checkpoint`)
  const { tree, note, checkpoint } = sealed
  await readSigned(note, 'The checkpoint', keys)
  writer.write(BUNDLE.checkpoint, note)
  const { checkpoints, proofs } = await writeHistory(context, writer, sealed, keys)
  for (const { id, index, event } of found) {
    const proof = formatTlogProof({ index, path: tree.inclusionProof(index), checkpoint: note })
    writer.write(`${BUNDLE.receipts}/${id}.json`, formatReceipt({ event, proof }))
  }
  await writeJournals(context, writer, last)
  writer.write(BUNDLE.keys, `${keys.texts.join('\n')}\n`)
  if (keys.policy !== null) writer.write(BUNDLE.policy, keys.policy)
  writer.write(BUNDLE.page, verifierPage(keys.policy ?? keys.texts.join('\n')))
  writer.write(BUNDLE.readme, bundleReadme({ hasPolicy: keys.policy !== null }))
  return {
    events: checkpoint.size,
    checkpoints,
    consistencyProofs: proofs,
    receipts: found.length,
    files: writer.finish(),
  }
}

export const bundle: Command = {
  name: 'bundle',
  usage:
    'bundle --out <folder> (--key <public key>… [--require-witness <n>] | --policy <file>) [--event <id>]… [--checkpoint <file> | --key-file <file>]',
  summary: 'an evidence folder: events, checkpoints, proofs, receipts, journals, a verifier page',
  help: `Writes everything that somebody needs to check the ledger without us into a new folder, and stops at the first
thing that is wrong with the log or with a checkpoint that was kept. "verify <folder>" checks it again; so does
verifier.html in it, opened from the disk, and so do standard tools (docs/auditors.md).

  --out <folder>       must not exist
${KEY_HELP}
                         (these keys, or the policy, are noted in the bundle)
  --event <id>           make a receipt of this event, as often as wanted
  --checkpoint <file>    the signed checkpoint to end with; default: the newest that has the needed signatures, or that
                         a witness has signed, else the newest in CHECKPOINT_DIR
  --key-file <file>      sign the log as it is with this private key instead`,
  options: { out: 'text', event: 'list', checkpoint: 'text', 'key-file': 'text', ...KEY_OPTIONS },
  takes: 0,
  run: async (context, given) => {
    const dir = given.text('out')
    if (dir === null) throw new UsageError('Say where to write it: --out <folder>')
    if (existsSync(dir)) throw new UsageError(`${dir} exists already`)
    const keys = await readKeys(given)
    const seals = await findSeals(context, given)
    const ids = given.list('event').map((id) => id.toLowerCase())
    const made = await writeBundle(context, dir, { keys, seals, ids }).catch((error: unknown) => {
      // Half a bundle is no evidence.
      rmSync(dir, { recursive: true, force: true })
      throw error
    })
    await context.out(
      context.json
        ? jsonLine({ ok: true, folder: dir, ...made })
        : `${dir}: ${made.events} events, ${made.checkpoints} kept checkpoints, ${made.consistencyProofs} ` +
            `consistency proofs, ${made.receipts} receipts, ${made.files} files.\n`,
    )
  },
}
