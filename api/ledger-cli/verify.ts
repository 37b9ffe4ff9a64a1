import { existsSync, readFileSync, statSync } from 'node:fs'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { verifyReceipt } from '../../events/proof/verify-receipt.ts'
import type { KnownKeys } from '../../events/proof/witnessed.ts'
import type { Command, OfflineContext } from './command.ts'
import { NotProven, Unanswered } from './failure.ts'
import { KEY_HELP, KEY_OPTIONS, readKeys } from './given-keys.ts'
import { jsonLine } from './printable.ts'
import { verifyBundle } from './verify-bundle.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const verifyFile = async ({ json, out }: OfflineContext, file: string, keys: KnownKeys): Promise<void> => {
  let text: string
  try {
    text = utf8.decode(readFileSync(file))
  } catch {
    throw new NotProven('This file is not a receipt: it is no text')
  }
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
    'verify <receipt or bundle folder> --key <public key of the log> [--key <public key of a witness>]… [--require-witness <n>] | --policy <file>',
  summary: 'check a receipt or an evidence bundle, without a log and without a network',
  help: `Checks what members and auditors were given, with nothing but the public keys. Of a receipt: its form, the log's
signature, the event's place in the log, the signatures of witnesses. Of a bundle made by "bundle": every file's hash,
the signatures, the root over all its events, every checkpoint that was ever kept against those events, the consistency
proofs between them, every receipt, and the journals, which are made again. What nothing proves is listed.

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
