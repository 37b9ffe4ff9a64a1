import { useEffect, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { proofOperations } from '../../api/contract/proof.ts'
import type { LogKeys } from '../../api/contract/proof.ts'
import { call } from './client.ts'
import { deviceEntry } from './device-entry.ts'

/**
 * The public keys that this browser trusts for signatures of the log. They are fetched once, on first use, and stored:
 * other keys that the server sends later are not trusted until a person agrees. They belong to no member and stay after
 * a sign-out.
 */
const StoredKeys = z.object({
  /** Keys of the log: the current one first, then former ones. */
  logs: z.array(z.string()),
  witnesses: z.array(z.string()),
  /** The C2SP tlog-policy by which they were entered. */
  policy: z.optional(z.string()),
  /** How many of the witnesses must have signed. Default: as the policy says; without one, all must. */
  required: z.optional(z.int()),
  /** When this browser first saw them, ISO time. */
  since: z.string(),
})
export type TrustedKeys = z.infer<typeof StoredKeys>

export interface Trust {
  /** Null before the server was ever reached. */
  readonly keys: TrustedKeys | null
  /** The keys that the server sends now, if one of them is not trusted. */
  readonly offered: TrustedKeys | null
}

const read = (text: string | null): Trust => {
  try {
    const kept = StoredKeys.safeParse(JSON.parse(text ?? 'null'))
    return { keys: kept.success ? kept.data : null, offered: null }
  } catch {
    return { keys: null, offered: null }
  }
}

const trust = deviceEntry<Trust>('youtility.log-keys', read, ({ keys }) =>
  keys === null ? null : JSON.stringify(keys),
)

const keysOf = ({ log, former, witnesses }: LogKeys): TrustedKeys => ({
  logs: [log, ...former],
  witnesses,
  since: new Date().toISOString(),
})

/** Whether the server names a key that is not trusted yet. */
const isNew = (offered: TrustedKeys, { logs, witnesses }: TrustedKeys): boolean =>
  offered.logs.some((key) => !logs.includes(key)) || offered.witnesses.some((key) => !witnesses.includes(key))

/** Fetches the server's keys. Rejects as `call` does. */
const refreshLogKeys = async (): Promise<Trust> => {
  const offered = keysOf((await call(proofOperations.getLogKeys, {})).data)
  const { keys } = trust.get()
  if (keys === null) trust.set({ keys: offered, offered: null })
  else trust.set({ keys, offered: isNew(offered, keys) ? offered : null })
  return trust.get()
}

/** Keys that a person enters, and which witnesses must have signed. */
export type EnteredKeys = Omit<TrustedKeys, 'since'>

/** Trusts exactly these keys, because a person said so. */
export const trustKeys = (keys: EnteredKeys): void =>
  trust.set({ keys: { ...keys, since: new Date().toISOString() }, offered: null })

/** From now on so many witnesses must have signed; null: as the policy says. */
export const requireWitnesses = (required: number | null): void => {
  const { keys, offered } = trust.get()
  if (keys === null) return
  const { required: _before, ...rest } = keys
  trust.set({ keys: required === null ? rest : { ...rest, required }, offered })
}

/** Trusts the keys that the server sends now, and those trusted before. */
export const trustOffered = (): void => {
  const { keys, offered } = trust.get()
  if (offered === null) return
  trustKeys({
    ...keys,
    logs: [...new Set([...offered.logs, ...(keys?.logs ?? [])])],
    witnesses: [...new Set([...offered.witnesses, ...(keys?.witnesses ?? [])])],
  })
}

/** The trusted keys; `looked`: the request for the server's keys has ended. */
export const useTrust = (): Trust & { readonly looked: boolean } => {
  const { keys, offered } = trust.use()
  const [looked, setLooked] = useState(false)
  useEffect(() => {
    refreshLogKeys()
      .catch(() => undefined) // The stored keys are used; the page says when there are none.
      .finally(() => setLooked(true))
  }, [])
  return useMemo(() => ({ keys, offered, looked }), [keys, offered, looked])
}
