import { formatReceipt } from '../../events/proof/receipt.ts'
import { formatTlogProof } from '../../events/proof/tlog-proof.ts'
import type { Command } from './command.ts'
import { chooseSeal } from './choose-seal.ts'
import { Unanswered } from './failure.ts'
import { isKeyGiven, KEY_HELP, KEY_OPTIONS, readKeys } from './given-keys.ts'
import { assertSealed, findSeals, readSealed } from './sealed-tree.ts'
import { readSigned } from './signed-checkpoint.ts'

export const proof: Command = {
  name: 'proof',
  usage:
    'proof <event id or position> [--key <public key>… [--require-witness <n>] | --policy <file>] [--checkpoint <file> | --key-file <file>]',
  summary: 'the receipt of an event: its bytes, and the proof that they are in the signed log',
  help: `Reads the log up to a signed checkpoint, makes sure that it is the log that was signed, and prints a receipt: the
canonical bytes of the event and a C2SP tlog-proof. Anybody can check it with "verify", on the page /verify, or with
standard tools (docs/auditors.md). The whole log is hashed; it takes 64 bytes of memory for each event.

${KEY_HELP}
                         (the receipt is one that "verify" accepts with these; default: any)
  --checkpoint <file>    the signed checkpoint to prove against; default: the newest over the event that has the needed
                         signatures, or that a witness has signed, else the newest in CHECKPOINT_DIR
  --key-file <file>      sign the log as it is with this private key instead`,
  options: { checkpoint: 'text', 'key-file': 'text', ...KEY_OPTIONS },
  takes: 1,
  run: async (context, given) => {
    const [wanted = ''] = given.positionals
    const id = wanted.toLowerCase()
    let found: { readonly index: number; readonly event: string } | null = null
    const keys = isKeyGiven(given) ? await readKeys(given) : null
    const seals = await findSeals(context, given)
    const { newest, cosigned, signer } = seals
    const { tree, ...whole } = await readSealed(context, { seal: newest, signer }, (event, index, text) => {
      if (event.id === id || event.position.toString() === id) found ??= { index, event: text }
    })
    const leaf: { readonly index: number; readonly event: string } | null = found
    if (leaf === null)
      throw new Unanswered(
        `None of the ${whole.checkpoint.size} events of the checkpoint has the id or position ${wanted}`,
      )
    const { index, event } = leaf
    const chosen = keys
      ? await chooseSeal(seals, keys, index)
      : cosigned.find((seal) => index < seal.checkpoint.size)
    const { note, checkpoint } = chosen ?? whole
    if (keys) await readSigned(note, 'The checkpoint', keys)
    assertSealed(tree, checkpoint)
    const path = tree.inclusionProof(index, checkpoint.size)
    await context.out(formatReceipt({ event, proof: formatTlogProof({ index, path, checkpoint: note }) }))
  },
}
