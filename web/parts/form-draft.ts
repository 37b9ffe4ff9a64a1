import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { lastMember, memberEntry, withStorage } from '../data/at-rest.ts'
import { currentEpoch } from '../data/epoch.ts'

/** A form of text fields with a stored draft: for something new, or with the id of what is edited. */
export type DraftName = 'contact' | 'circle' | 'profile' | `contact:${string}` | `circle:${string}`

/** Text that the member has typed into a form and not sent. */
interface FormDraft<Values> {
  /** Id of what the form creates: the same for every attempt, after a reload too. */
  readonly id: string
  /** The form's initial values: the given ones, replaced by those of the draft. */
  readonly start: Values
  readonly keep: (values: Partial<Values>) => void
  /** Deletes the draft: it was sent or discarded. */
  readonly forget: () => void
}

const entryOf = (name: DraftName): string | null => {
  const member = lastMember()
  return member === null ? null : memberEntry(member, `form:${name}`)
}

const StoredDraft = z.object({ id: z.string(), typed: z.record(z.string(), z.string()) })

const storedIn = (entry: string): z.infer<typeof StoredDraft> | null =>
  withStorage(() => StoredDraft.parse(JSON.parse(sessionStorage.getItem(entry) ?? 'null')), null)

/** Whether a draft of this form is stored. */
export const hasFormDraft = (name: DraftName): boolean => {
  const entry = entryOf(name)
  return entry !== null && storedIn(entry) !== null
}

/** Deletes the draft of a form that was left on purpose. */
export const forgetFormDraft = (name: DraftName): void => {
  const entry = entryOf(name)
  if (entry !== null) withStorage(() => sessionStorage.removeItem(entry), undefined)
}

/**
 * The draft of a form, stored like those of the money dialogs: in the tab's session storage under the member's id, so
 * that it survives a reload and a session that ends by itself, and is deleted by a sign-out. Only values that differ
 * from `given` are stored, so that a change made elsewhere meanwhile is not overwritten.
 */
const draftOf = <Values extends FieldValues>(
  name: DraftName,
  newId: string,
  given: Values,
): FormDraft<Values> => {
  const entry = entryOf(name)
  const epoch = currentEpoch()
  const kept = entry === null ? null : storedIn(entry)
  const id = kept?.id ?? newId
  // An older version of the form may have had other fields.
  const typed = Object.entries(kept?.typed ?? {}).filter(([field]) => field in given)
  const write = (text: string | null): void => {
    // Another member may be signed in by now.
    if (entry === null || epoch !== currentEpoch()) return
    try {
      if (text === null) sessionStorage.removeItem(entry)
      else sessionStorage.setItem(entry, text)
    } catch (error) {
      console.warn('The draft could not be kept', error)
    }
  }
  return {
    id,
    start: { ...given, ...Object.fromEntries(typed) },
    keep: (values) => {
      const changed = Object.entries(values).filter(([field, value]) => value !== given[field])
      write(changed.length === 0 ? null : JSON.stringify({ id, typed: Object.fromEntries(changed) }))
    },
    forget: () => write(null),
  }
}

/** The draft as of the opening of the form. */
export const useFormDraft = <Values extends FieldValues>(
  name: DraftName,
  newId: () => string,
  given: Values,
): FormDraft<Values> => useState(() => draftOf(name, newId(), given))[0]

/** Stores the form's values in the draft from now on. */
export const useStoreDraft = <Values extends FieldValues>(
  { subscribe }: Pick<UseFormReturn<Values>, 'subscribe'>,
  { keep }: FormDraft<Values>,
): void =>
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe, keep],
  )
