import { existsSync, statSync } from 'node:fs'
import { toBase64 } from '../../events/proof/byte-text.ts'
import { isLogEnd, readLogEnd } from '../../events/proof/log-end.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { verifyReceipt } from '../../events/proof/verify-receipt.ts'
import type { KnownKeys } from '../../events/proof/witnessed.ts'
import { messageOf } from '../../events/thrown.ts'
import type { Command, OfflineContext } from './command.ts'
import { textOf } from './evidence-files.ts'
import { NotProven, Unanswered } from './failure.ts'
import { KEY_HELP, KEY_OPTIONS, readKeys } from './given-keys.ts'
import { jsonLine } from './printable.ts'
import { verifyBundle } from './verify-bundle.ts'

const verifyEnd = async ({ json, out }: OfflineContext, text: string, { logs }: KnownKeys): Promise<void> => {
  const { origin, sealed, kept, newKey, at } = await readLogEnd(text, logs).catch((error: unknown) => {
    throw new NotProven(`The statement does not hold. ${messageOf(error)}`)
  })
  const said = { origin, sealed: sealed.size, kept: kept.size, new_key: newKey, at }
  await out(
    json
      ? jsonLine({ ok: true, ...said })
      : `${origin} ended at ${at}. It had sealed ${sealed.size} events; the log after it begins with the first ${kept.size}
of them, with the root ${toBase64(kept.root)}, and goes on under the key
${newKey}
Both keys signed this. Compare: a checkpoint of more events that you hold is of what was lost.\n`,
  )
}

const verifyFile = async (
  { json, out, status }: OfflineContext,
  file: string,
  keys: KnownKeys,
): Promise<void> => {
  const text = textOf(file)
  if (isLogEnd(text)) return verifyEnd({ json, out, status }, text, keys)
  const { ok, checks, index, checkpoint, event, witnesses } = await verifyReceipt(text, keys, nodeSha256)
  const failed = checks.find(({ state }) => state === 'failed')
  if (json && ok) {
    const place = { index, size: checkpoint?.size, origin: checkpoint?.origin }
    await out(jsonLine({ ok, checks, ...place, event, witnesses }))
  } else if (!json)
    for (const { name, state, note } of checks) await out(`${state.padEnd(8)} ${name.padEnd(11)} ${note}\n`)
  if (!ok) throw new NotProven(`The receipt does not hold. ${failed?.note ?? ''}`.trim())
}

export const verify: Command = {
  name: 'verify',
  usage:
    'verify <receipt, bundle folder or statement of end-log> --key <public key of the log> [--key <public key of a witness>]… [--require-witness <n>] | --policy <file>',
  summary: 'check a receipt or an evidence bundle, without a log and without a network',
  help: `Checks what members and auditors were given, with nothing but the public keys. Of a receipt: its form, the log's
signature, the event's place in the log, the signatures of witnesses. Of a bundle made by "bundle": every file's hash,
the signatures, the root over all its events, every checkpoint in it against those events, the consistency proofs between
them, every receipt, and the journals, which are made again. What nothing proves is listed: its maker could have left out
checkpoints that were kept. Of the statement that a log has ended (end-log): the signatures of that log and of the one after it.

${KEY_HELP}

The log's key alone proves little: whoever holds it can make a bundle of a history that never was. A witness has seen
the log grow and would not have signed another.

Exit code 1: it does not hold, and why.`,
  options: KEY_OPTIONS,
  takes: 1,
  offline: async (context, given) => {
    const [target = ''] = given.positionals
    if (!existsSync(target)) throw new Unanswered(`There is no ${target}`)
    const keys = await readKeys(given)
    await (statSync(target).isDirectory() ? verifyBundle : verifyFile)(context, target, keys)
  },
}
