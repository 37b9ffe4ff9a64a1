import { useEffect, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { proofOperations } from '../../api/contract/proof.ts'
import type { LogKeys } from '../../api/contract/proof.ts'
import { call } from './client.ts'
import { deviceEntry } from './device-entry.ts'

/**
 * The public keys that this browser trusts to have signed the log. They are taken from the server once, at the first
 * sight, and kept: a server that later tells other keys is not believed before a person has agreed. They belong to
 * nobody in particular and stay when a member signs out.
 */
const Kept = z.object({
  /** Of the log: the one of today first, then former ones. */
  logs: z.array(z.string()),
  witnesses: z.array(z.string()),
  /** When they were first seen here, ISO time. */
  since: z.string(),
})
export type TrustedKeys = z.infer<typeof Kept>

export interface Trust {
  /** Null before the server was ever reached. */
  readonly keys: TrustedKeys | null
  /** What the server says now, where that is more or other than what is trusted. */
  readonly told: TrustedKeys | null
}

const read = (text: string | null): Trust => {
  try {
    const kept = Kept.safeParse(JSON.parse(text ?? 'null'))
    return { keys: kept.success ? kept.data : null, told: null }
  } catch {
    return { keys: null, told: null }
  }
}

const trust = deviceEntry<Trust>('youtility.log-keys', read, ({ keys }) =>
  keys === null ? null : JSON.stringify(keys),
)

const asTold = ({ log, former, witnesses }: LogKeys): TrustedKeys => ({
  logs: [log, ...former],
  witnesses,
  since: new Date().toISOString(),
})

/** Whether the server names a key that is not trusted yet. */
const isNew = (told: TrustedKeys, { logs, witnesses }: TrustedKeys): boolean =>
  told.logs.some((key) => !logs.includes(key)) || told.witnesses.some((key) => !witnesses.includes(key))

/** Asks the server for its keys. Throws as `call` does. */
const refreshLogKeys = async (): Promise<Trust> => {
  const told = asTold((await call(proofOperations.getLogKeys, {})).data)
  const { keys } = trust.get()
  if (keys === null) trust.set({ keys: told, told: null })
  else trust.set({ keys, told: isNew(told, keys) ? told : null })
  return trust.get()
}

/** Trusts these keys and no others, because a person said so. */
export const trustKeys = (keys: Pick<TrustedKeys, 'logs' | 'witnesses'>): void =>
  trust.set({ keys: { ...keys, since: new Date().toISOString() }, told: null })

/** Trusts what the server says now besides what was trusted before. */
export const trustTold = (): void => {
  const { keys, told } = trust.get()
  if (told === null) return
  trustKeys({
    logs: [...new Set([...told.logs, ...(keys?.logs ?? [])])],
    witnesses: [...new Set([...told.witnesses, ...(keys?.witnesses ?? [])])],
  })
}

/** Keys that are trusted, after a look at what the server says where it can be reached. */
export const useTrust = (): Trust & { readonly looked: boolean } => {
  const { keys, told } = trust.use()
  const [looked, setLooked] = useState(false)
  useEffect(() => {
    refreshLogKeys()
      .catch(() => undefined) // What is kept has to do; the page says when there is nothing.
      .finally(() => setLooked(true))
  }, [])
  return useMemo(() => ({ keys, told, looked }), [keys, told, looked])
}
