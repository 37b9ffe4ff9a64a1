import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

/**
 * Shows the server's message beside each refused field of a form; returns the names of these fields, in their order.
 */
export const showRefusedFields = <Values extends FieldValues, Name extends FieldPath<Values>>(
  setError: UseFormSetError<Values>,
  names: readonly Name[],
  refused: Readonly<Record<string, string>>,
): readonly Name[] => {
  const named = names.filter((name) => refused[name] !== undefined)
  for (const name of named) setError(name, { type: 'server', message: refused[name] ?? '' })
  return named
}
