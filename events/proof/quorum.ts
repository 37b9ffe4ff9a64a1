import type { NoteVerifier } from './note-keys.ts'

/** Which witnesses must have signed a checkpoint, by https://c2sp.org/tlog-policy. */
export type Quorum =
  | { readonly kind: 'none' }
  | { readonly kind: 'witness'; readonly witness: NoteVerifier }
  /** At least `needs` of the members. */
  | { readonly kind: 'group'; readonly needs: number; readonly members: readonly Quorum[] }

/** Nobody must have signed. */
export const NO_QUORUM: Quorum = { kind: 'none' }

export const isSameKey = (one: NoteVerifier, other: NoteVerifier): boolean =>
  one.kind === other.kind && one.publicKey === other.publicKey && one.name === other.name

/**
 * The witnesses that these keys belong to, each with its keys: a witness that has changed its key signs with one of
 * them. A public key counts once, whatever names it is given.
 */
export const witnessesIn = (keys: readonly NoteVerifier[]): readonly (readonly NoteVerifier[])[] => {
  const seen = new Set<string>()
  const byName = new Map<string, NoteVerifier[]>()
  for (const key of keys) {
    if (seen.has(key.publicKey)) continue
    seen.add(key.publicKey)
    byName.set(key.name, [...(byName.get(key.name) ?? []), key])
  }
  return [...byName.values()]
}

/** That `needs` of the witnesses with these keys have signed, each with one of its keys. */
export const someOf = (needs: number, keys: readonly NoteVerifier[]): Quorum => ({
  kind: 'group',
  needs,
  members: witnessesIn(keys).map((own) => ({
    kind: 'group',
    needs: 1,
    members: own.map((witness) => ({ kind: 'witness', witness })),
  })),
})

/** That every witness with these keys has signed; without keys, nobody must have. */
export const allOf = (keys: readonly NoteVerifier[]): Quorum => someOf(witnessesIn(keys).length, keys)

/** Whether signatures of these keys are enough. */
export const isMet = (quorum: Quorum, signed: readonly NoteVerifier[]): boolean => {
  switch (quorum.kind) {
    case 'none':
      return true
    case 'witness':
      return signed.some((key) => isSameKey(key, quorum.witness))
    case 'group':
      return quorum.members.filter((member) => isMet(member, signed)).length >= quorum.needs
  }
}

/** Whether a checkpoint that no witness has signed is refused. */
export const isDemanding = (quorum: Quorum): boolean => !isMet(quorum, [])
