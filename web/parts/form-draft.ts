import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { lastMember, memberEntry } from '../data/at-rest.ts'
import { currentEpoch } from '../data/epoch.ts'

/** A form of texts whose draft is kept: of something new, or with the id of what is edited. */
type DraftName = 'contact' | 'circle' | 'profile' | `contact:${string}` | `circle:${string}`

/** What the member has typed into a form and not sent. */
interface FormDraft<Values> {
  /** Of what the form makes: the same for every try, after a reload too. */
  readonly id: string
  /** What the form starts with: what was there, and over it what was typed. */
  readonly start: Values
  readonly keep: (values: Partial<Values>) => void
  /** Sent, or given up. */
  readonly forget: () => void
}

const entryOf = (name: DraftName): string | null => {
  const member = lastMember()
  return member === null ? null : memberEntry(member, `form:${name}`)
}

const Kept = z.object({ id: z.string(), typed: z.record(z.string(), z.string()) })

const keptIn = (entry: string): z.infer<typeof Kept> | null => {
  try {
    return Kept.parse(JSON.parse(sessionStorage.getItem(entry) ?? 'null'))
  } catch {
    return null
  }
}

/** Whether something typed waits in this form. */
export const hasFormDraft = (name: DraftName): boolean => {
  const entry = entryOf(name)
  return entry !== null && keptIn(entry) !== null
}

/** The form was left on purpose. */
export const forgetFormDraft = (name: DraftName): void => {
  const entry = entryOf(name)
  if (entry !== null) sessionStorage.removeItem(entry)
}

/**
 * The draft of a form, kept as those of the money dialogs are: in the tab's session storage under the member's name,
 * so that it outlives a reload and a session that ends by itself, and goes with a sign-out. Only what differs from
 * `given` is kept: what has changed elsewhere meanwhile is not written over.
 */
const draftOf = <Values extends FieldValues>(
  name: DraftName,
  newId: string,
  given: Values,
): FormDraft<Values> => {
  const entry = entryOf(name)
  const epoch = currentEpoch()
  const kept = entry === null ? null : keptIn(entry)
  const id = kept?.id ?? newId
  // An older version of the form may have had other fields.
  const typed = Object.entries(kept?.typed ?? {}).filter(([field]) => field in given)
  const write = (text: string | null): void => {
    // Somebody else may be signed in by now.
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

/** The draft as it is when the form is opened. */
export const useFormDraft = <Values extends FieldValues>(
  name: DraftName,
  newId: () => string,
  given: Values,
): FormDraft<Values> => useState(() => draftOf(name, newId(), given))[0]

/** Keeps what is typed into the form from now on. */
export const useKept = <Values extends FieldValues>(
  { subscribe }: Pick<UseFormReturn<Values>, 'subscribe'>,
  { keep }: FormDraft<Values>,
): void =>
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe, keep],
  )
