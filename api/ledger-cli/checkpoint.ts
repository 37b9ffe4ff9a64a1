import { writeFileSync } from 'node:fs'
import { readGiven } from '../config/given-file.ts'
import { createAudit } from '../../events/audit/audit.ts'
import { canonicalBytes } from '../../events/proof/canonical-event.ts'
import { formatCheckpoint } from '../../events/proof/checkpoint.ts'
import { createFrontier } from '../../events/proof/frontier.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { makeNoteKeys, readSignerKey } from '../../events/proof/note-keys.ts'
import { formatNote, signNote } from '../../events/proof/signed-note.ts'
import type { Command, Context } from './command.ts'
import { UsageError } from './failure.ts'
import { parseMoment, readUpTo } from './moment.ts'
import { jsonLine } from './printable.ts'

const makeKey = async (name: string, file: string | null, out: Context['out']): Promise<void> => {
  if (file === null) throw new UsageError('Say where to write the private key: --key-file <file>')
  const { signerKey, verifierKey } = await makeNoteKeys(name)
  writeFileSync(file, `${signerKey}\n`, { mode: 0o600, flag: 'wx' })
  await out(`${verifierKey}\n`)
}

export const checkpoint: Command = {
  name: 'checkpoint',
  usage:
    'checkpoint [--key-file <file>] [--at <position|time>] | checkpoint --new-key <name> --key-file <file>',
  summary: 'seal the log: its size and Merkle root, signed',
  help: `Checks the log as replay does and prints a C2SP checkpoint of it: the log's name, the number of events, the
root of the RFC 6962 Merkle tree over their canonical forms (see export --format jsonl). With a key it is a signed
note. Keep it away from the ledger's database: replay --checkpoint later shows whether any of those events was touched.

  --key-file <file>  the private key to sign with; without one the checkpoint is printed unsigned
  --at <moment>      the log as it was then; default: as it is
  --new-key <name>   make a key for a log of this name, such as ledger.example.org/log, write it to the key file
                     (which must not exist) and print the public verifier key`,
  options: { 'key-file': 'text', at: 'text', 'new-key': 'text' },
  takes: 0,
  offline: ({ out }, given) => {
    const name = given.text('new-key')
    return name === null ? null : makeKey(name, given.text('key-file'), out)
  },
  run: async ({ store, dense, json, out, progress }, given) => {
    const file = given.text('key-file')
    const signer = file === null ? null : await readSignerKey(readGiven(file).trim())
    const at = given.text('at')
    const audit = createAudit({ dense })
    const frontier = createFrontier(nodeSha256)
    for await (const { recorded } of readUpTo(store, at === null ? null : parseMoment(at, 'end'))) {
      audit.check(recorded)
      frontier.append(canonicalBytes(recorded))
      progress(audit.events())
    }
    const origin = signer?.name ?? 'youtility-ledger'
    const text = formatCheckpoint({ origin, size: frontier.size(), root: frontier.root(), extensions: [] })
    const note = signer ? formatNote(await signNote(text, signer)) : text
    await out(json ? jsonLine({ position: audit.position(), checkpoint: note }) : note)
  },
}
