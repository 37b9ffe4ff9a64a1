import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

/** Shows beside each field of a form what the server says of it; the names of those it says something of, in their order. */
export const showRefusedFields = <Values extends FieldValues, Name extends FieldPath<Values>>(
  setError: UseFormSetError<Values>,
  names: readonly Name[],
  refused: Readonly<Record<string, string>>,
): readonly Name[] => {
  const named = names.filter((name) => refused[name] !== undefined)
  for (const name of named) setError(name, { type: 'server', message: refused[name] ?? '' })
  return named
}
