import { useEffect } from 'react'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import type { Problems } from './binding.ts'

/** Shows beside each of a form's fields what an attempt has found wrong with it; the first of them gets the focus. */
export const useProblems = <Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  problems: Problems,
  names: readonly FieldPath<Values>[],
): void =>
  useEffect(() => {
    // Each takes the focus from the one before.
    for (const name of names.toReversed()) {
      const message = problems[name]
      if (message !== undefined) setError(name, { message }, { shouldFocus: true })
    }
  }, [setError, problems, names])
