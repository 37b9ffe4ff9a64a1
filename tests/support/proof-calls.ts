import { expect } from 'vitest'
import { webSha256 } from '../../events/proof/hashing.ts'
import { readVerifierKey } from '../../events/proof/note-keys.ts'
import { verifyReceipt } from '../../events/proof/verify-receipt.ts'
import type { KnownKeys } from '../../events/proof/witnessed.ts'
import { LogKeys } from '../../api/contract/proof.ts'

/** The keys that a server publishes as those of its log and its witnesses. */
export const keysOf = async (url: string): Promise<KnownKeys & { readonly told: LogKeys }> => {
  const response = await fetch(`${url}/api/ledger/keys`)
  expect(response.status).toBe(200)
  const told = LogKeys.parse(await response.json())
  return {
    told,
    logs: await Promise.all([told.log, ...told.former].map(readVerifierKey)),
    witnesses: await Promise.all(told.witnesses.map(readVerifierKey)),
  }
}

/** Verifies a receipt with a server's keys, as a member's browser does; fails the test unless it is valid. */
export const goodReceipt = async (url: string, text: string) => {
  const verdict = await verifyReceipt(text, await keysOf(url), webSha256)
  expect(verdict.checks.filter(({ state }) => state === 'failed')).toEqual([])
  expect(verdict.ok).toBe(true)
  return verdict
}
