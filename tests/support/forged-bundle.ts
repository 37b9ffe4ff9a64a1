import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bundle } from '../../api/ledger-cli/bundle.ts'
import { canonicalBytes } from '../../events/proof/canonical-event.ts'
import { formatCheckpoint } from '../../events/proof/checkpoint.ts'
import { createMerkleTree } from '../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import {
  makeNoteKeys,
  readCosignerKey,
  readSignerKey,
  type NoteSigner,
} from '../../events/proof/note-keys.ts'
import { formatNote, signNote } from '../../events/proof/signed-note.ts'
import { createMemoryStore } from './memory-store.ts'
import { cents, deposited, memberNamed, transferOf, walletOpened, walletWriter } from './wallet-log.ts'

const ada = memberNamed('ada')
const grace = memberNamed('grace')

/** A whole log in which Ada sent Grace this many cents. */
const logWith = async (minor: number) => {
  const { sent, received } = transferOf(ada, grace, 'a transfer', cents(minor))
  const store = createMemoryStore()
  const opened = [walletOpened(ada), deposited(ada, 'd', cents(10_000)), walletOpened(grace)]
  await walletWriter(store).append(...opened, sent, received)
  return store
}
type Log = Awaited<ReturnType<typeof logWith>>

const signedBy = async (store: Log, log: NoteSigner, ...witnesses: readonly NoteSigner[]) => {
  const tree = createMerkleTree(nodeSha256)
  for await (const event of store.readAll()) tree.append(canonicalBytes(event))
  const checkpoint = { origin: log.name, size: tree.size(), root: tree.root(), extensions: [] }
  return formatNote(await signNote(formatCheckpoint(checkpoint), log, ...witnesses))
}

const writeBundle = async (
  store: Log,
  out: string,
  checkpoint: string,
  { keys, required }: { readonly keys: readonly string[]; readonly required?: string },
) => {
  if (!bundle.run) throw new Error('A bundle needs a log')
  const note = `${out}.checkpoint.txt`
  writeFileSync(note, checkpoint)
  const events: string[] = []
  for await (const { id, type } of store.readAll()) if (type === 'TransferSent') events.push(id)
  const texts: Readonly<Record<string, string>> = {
    out,
    checkpoint: note,
    ...(required !== undefined && { 'require-witness': required }),
  }
  const lists: Readonly<Record<string, readonly string[]>> = { key: keys, event: events }
  await bundle.run(
    {
      store,
      dense: true,
      env: { CHECKPOINT_DIR: `${out}.none` },
      databaseUrl: '',
      writableUrl: '',
      applicationUrl: '',
      ownerUrl: '',
      close: async () => {},
      json: false,
      out: async () => {},
      status: () => {},
      progress: () => {},
    },
    {
      positionals: [],
      text: (name) => texts[name] ?? null,
      list: (name) => lists[name] ?? [],
      flag: () => false,
    },
  )
  const [receipt = ''] = readdirSync(path.join(out, 'receipts'))
  return readFileSync(path.join(out, 'receipts', receipt), 'utf8')
}

/**
 * Two evidence bundles of one log below `dir`. The good one was signed by the log and a witness. The forged one is what
 * somebody with the log's key can make: another amount, in both halves of the transfer, the tree, the journals and the
 * receipts made anew, all signed with the log's own key. Only the witness's signature is not in it.
 */
export const goodAndForgedBundle = async (dir: string) => {
  const log = await makeNoteKeys('ledger.example.org/log')
  const witness = await makeNoteKeys('witness.example', 'witness')
  const signer = await readSignerKey(log.signerKey)
  const cosigner = await readCosignerKey(witness.signerKey, () => new Date('2026-03-01T12:00:00Z'))
  const keys = [log.verifierKey, witness.verifierKey]
  const [good, forged] = [path.join(dir, 'good-bundle'), path.join(dir, 'forged-bundle')]
  const [truth, lie] = [await logWith(123), await logWith(9_923)]
  return {
    logKey: log.verifierKey,
    witnessKey: witness.verifierKey,
    /** Another witness, who has signed nothing. */
    otherWitnessKey: (await makeNoteKeys('other-witness.example', 'witness')).verifierKey,
    good: {
      dir: good,
      receipt: await writeBundle(truth, good, await signedBy(truth, signer, cosigner), { keys }),
    },
    forged: {
      dir: forged,
      receipt: await writeBundle(lie, forged, await signedBy(lie, signer), { keys, required: '0' }),
    },
  }
}
