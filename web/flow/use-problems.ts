import { useEffect } from 'react'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { Problems } from './machine.ts'

/** Shows the problems that an attempt found beside the form's fields, and focuses the first of these fields. */
export const useProblems = <Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  problems: Problems,
  names: readonly FieldPath<Values>[],
): void =>
  useEffect(() => {
    // Each call moves the focus, so the first field is last.
    for (const name of names.toReversed()) {
      const message = problems[name]
      if (message !== undefined) setError(name, { message }, { shouldFocus: true })
    }
  }, [setError, problems, names])
