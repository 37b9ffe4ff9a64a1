import * as z from 'zod/mini'
import { HttpError } from './errors.ts'

const english = z.locales.en().localeError

const KIND: Readonly<Record<string, string>> = {
  boolean: 'This is true or false.',
  string: 'This is a text.',
  number: 'This is a number.',
  int: 'This is a whole number.',
  array: 'This is a list.',
  object: 'This is an object.',
}

/** Sentences for errors that the contract's schemas have no sentence for. */
const sentence: z.core.$ZodErrorMap = (issue) => {
  const { code } = issue
  if (issue.input === undefined && (code === 'invalid_type' || code === 'invalid_value'))
    return 'This is required.'
  if (code === 'invalid_type') return KIND[issue.expected] ?? english(issue)
  if (code === 'invalid_value') return `This is one of: ${issue.values.map(String).join(', ')}.`
  if (code === 'too_big' && issue.origin === 'string')
    return `This can have at most ${issue.maximum.toLocaleString('en')} characters.`
  return english(issue)
}

/** Maximum fields named in one answer. */
const FIELDS_NAMED_MAX = 20

const UNKNOWN_FIELD = 'This field is not known here.'

const fieldsOf = (issues: readonly z.core.$ZodIssue[]): Readonly<Record<string, string>> => {
  // A map, because a caller may name a field `__proto__`.
  const fields = new Map<string, string>()
  const add = (path: readonly PropertyKey[], message: string) => {
    const name = path.map(String).join('.')
    if (!fields.has(name)) fields.set(name, message)
  }
  for (const issue of issues) {
    if (fields.size >= FIELDS_NAMED_MAX) break
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add([...issue.path, key], UNKNOWN_FIELD)
    else add(issue.path, issue.message)
  }
  return Object.fromEntries(fields)
}

/**
 * Parses a part of a request.
 * @throws {HttpError} 400 `invalid_request`, naming the invalid fields
 */
export const parseRequest = <T extends z.ZodMiniType>(
  schema: T,
  part: 'path' | 'query' | 'body',
  input: unknown,
): z.output<T> => {
  const result = schema.safeParse(input, { error: sentence })
  if (result.success) return result.data
  const { '': whole, ...fields } = fieldsOf(result.error.issues)
  if (whole !== undefined)
    throw new HttpError(400, 'invalid_request', `The request needs a JSON object as its ${part}.`)
  const [[name, message] = ['', '']] = Object.entries(fields)
  throw new HttpError(
    400,
    'invalid_request',
    message === UNKNOWN_FIELD ? `The field "${name.slice(0, 100)}" is not known here.` : message,
    { fields },
  )
}
