import { existsSync, readFileSync, statSync } from 'node:fs'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { readVerifierKey, type NoteVerifier } from '../../events/proof/note-keys.ts'
import { verifyReceipt, type KnownKeys } from '../../events/proof/verify-receipt.ts'
import { messageOf } from '../../events/thrown.ts'
import type { Command, Given, OfflineContext } from './command.ts'
import { NotProven, Unanswered, UsageError } from './failure.ts'
import { jsonLine } from './printable.ts'
import { verifyBundle } from './verify-bundle.ts'

const readKeys = async (given: Given): Promise<KnownKeys> => {
  const keys: NoteVerifier[] = []
  for (const text of given.list('key')) {
    try {
      keys.push(await readVerifierKey(text.trim()))
    } catch (error) {
      const why = messageOf(error)
      throw new UsageError(`--key ${text}: ${why}`)
    }
  }
  const logs = keys.filter(({ kind }) => kind === 'log')
  if (logs.length === 0) throw new UsageError('Say whose signature is needed: --key <public key of the log>')
  return { logs, witnesses: keys.filter(({ kind }) => kind === 'witness') }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const verifyFile = async ({ json, out }: OfflineContext, file: string, keys: KnownKeys): Promise<void> => {
  let text: string
  try {
    text = utf8.decode(readFileSync(file))
  } catch {
    throw new NotProven('This file is not a receipt: it is no text')
  }
  const { ok, checks, index, checkpoint, event } = await verifyReceipt(text, keys, nodeSha256)
  const failed = checks.find(({ state }) => state === 'failed')
  if (json && ok) {
    const place = { index, size: checkpoint?.size, origin: checkpoint?.origin }
    await out(jsonLine({ ok, checks, ...place, event }))
  } else if (!json)
    for (const { name, state, note } of checks) await out(`${state.padEnd(8)} ${name.padEnd(11)} ${note}\n`)
  if (!ok) throw new NotProven(`The receipt does not hold. ${failed?.note ?? ''}`.trim())
}

export const verify: Command = {
  name: 'verify',
  usage: 'verify <receipt or bundle folder> --key <public key of the log> [--key <public key of a witness>]…',
  summary: 'check a receipt or an evidence bundle, without a log and without a network',
  help: `Checks what members and auditors were given, with nothing but the public keys. Of a receipt: its form, the log's
signature, the event's place in the log, the signatures of witnesses. Of a bundle made by "bundle": every file's hash,
the signature, the root over all its events, every checkpoint that was ever kept against those events, the consistency
proofs between them, and every receipt.

  --key  a public key you trust, as often as there are; with keys of witnesses no signature of others is accepted

Exit code 1: it does not hold, and why.`,
  options: { key: 'list' },
  takes: 1,
  offline: async (context, given) => {
    const [target = ''] = given.positionals
    if (!existsSync(target)) throw new Unanswered(`There is no ${target}`)
    const keys = await readKeys(given)
    await (statSync(target).isDirectory() ? verifyBundle : verifyFile)(context, target, keys)
  },
}
