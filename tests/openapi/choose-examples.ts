import { ErrorBody } from '../../api/contract/errors.ts'
import type { Operation } from '../../api/contract/operation.ts'
import type { Example, SeenCode } from '../../api/openapi/examples.ts'
import type { RecordedCall } from '../support/recorded-calls.ts'

/** Longest example in characters of JSON: enough for one element of each list. */
const EXAMPLE_MAX = 6_000

/** Texts that tests send to provoke, such as markup, controls, padding and other scripts: a last resort. */
const PROVOKING = /<|\^|[^\n\r -~—–’]|=\d|(.)\1{11}/
const LAST = 1_000

const patternOf = ({ path }: Operation): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?.*)?$`)

const placeholders = ({ path }: Operation): number => path.split('{').length

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists with their first element only. */
const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]))
}

/** The count of values that say something. */
const filled = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce((sum: number, inner) => sum + filled(inner), 0)
  if (isObject(value)) return filled(Object.values(value))
  return value === null || value === '' ? 0 : 1
}

const jsonOf = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Addresses of the test's own server, as those of an installation. */
const published = (text: string): string =>
  text
    .replaceAll(/https?(:\/\/|%3A%2F%2F)(?:127\.0\.0\.1|localhost)(?::|%3A)\d+/g, 'https$1app.example')
    .replaceAll('localhost', 'app.example')

/** Whether an example is still what the contract has, without a field that it does not know. */
export const isExampleOf = (
  { body, response, mediaTypes }: Operation,
  { request, answer }: Example,
): boolean => {
  const fits = (schema: Operation['body'], value: unknown): boolean =>
    schema === undefined ? value === undefined : schema.safeParse(value).success
  return (
    fits(body, request) &&
    (fits(response, answer) || (mediaTypes !== undefined && typeof answer === 'string'))
  )
}

const exampleOf = (operation: Operation, call: RecordedCall): Example | null => {
  const request = operation.body === undefined ? undefined : jsonOf(published(call.body ?? ''))
  const text = published(call.answer)
  const json = jsonOf(text)
  const answers =
    operation.response === undefined ? [undefined] : operation.mediaTypes ? [text] : [shortened(json), json]
  for (const answer of answers) {
    const example = {
      ...(request !== undefined && { request }),
      ...(answer !== undefined && { answer, type: call.type }),
    }
    const isShort = JSON.stringify(example).length <= EXAMPLE_MAX
    if (isShort && isExampleOf(operation, example)) return example
  }
  return null
}

/** All texts in it. */
const textOf = (value: unknown): string =>
  isObject(value) || Array.isArray(value) ? Object.values(value).map(textOf).join(' ') : String(value)

/** The example among recorded calls that says most; null without one. */
export const chooseExample = (operation: Operation, calls: readonly RecordedCall[]): Example | null => {
  const pattern = patternOf(operation)
  let best: { readonly example: Example; readonly says: number } | null = null
  for (const call of calls) {
    if (call.status >= 300 || call.method !== operation.method || !pattern.test(call.path)) continue
    const example = exampleOf(operation, call)
    if (example === null) continue
    const says =
      filled([example.request ?? null, example.answer ?? null]) - (PROVOKING.test(textOf(example)) ? LAST : 0)
    if (best === null || says > best.says) best = { example, says }
  }
  return best?.example ?? null
}

/** The codes of refusals among recorded calls, in order. */
export const codesIn = (
  all: readonly Operation[],
  calls: readonly RecordedCall[],
): ReadonlyMap<string, SeenCode> => {
  const known = all.map((operation) => ({ operation, pattern: patternOf(operation) }))
  const seen = new Map<string, { status: number; sentences: Map<string, number>; operations: Set<string> }>()
  for (const { method, path, status, answer } of calls) {
    const body = status < 400 ? undefined : ErrorBody.safeParse(jsonOf(answer)).data
    // The more literal path is that of the operation: `/contacts/delete` is no id.
    const { operation } =
      known
        .filter((one) => one.operation.method === method && one.pattern.test(path))
        .toSorted((one, other) => placeholders(one.operation) - placeholders(other.operation))[0] ?? {}
    if (body === undefined || operation === undefined) continue
    const code = seen.get(body.code) ?? { status, sentences: new Map(), operations: new Set() }
    seen.set(body.code, code)
    code.operations.add(operation.id)
    const sentence = published(body.error)
    const count = code.sentences.get(sentence) ?? (PROVOKING.test(sentence) ? -LAST : 0)
    code.sentences.set(sentence, count + 1)
  }
  return new Map(
    [...seen]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, { status, sentences, operations }]) => {
        const [sentence = ''] = [...sentences].toSorted(([, one], [, other]) => other - one)[0] ?? []
        return [code, { status, sentence, operations: [...operations].toSorted() }]
      }),
  )
}
