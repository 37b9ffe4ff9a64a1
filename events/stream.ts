import type * as z from 'zod'
import { kindOfFact, kindsOf, type Kind } from './facts.ts'
import { dataAt, LEVEL, TooNew } from './level.ts'
import type { Aggregate, DomainEvent } from './store/aggregate.ts'

/** The part of a stored event that parsing needs. */
export interface StoredFact {
  readonly id: string
  readonly type: string
  readonly data: unknown
}

/** The facts of one kind of stream: the streams' names, how facts are parsed, and what identifies each. */
interface StreamEvents<Event extends DomainEvent> {
  /** The name of the stream with an id, such as `bill-{bill id}`. */
  readonly streamOf: (id: string) => string
  /** The prefix of the streams' names. */
  readonly prefix: string
  /** Whether a stream is of this kind. */
  readonly isStream: (streamId: string) => boolean
  /** The schema version that is written; reading upcasts older ones when there are any. */
  readonly version: number
  /**
   * Parses a stored event.
   * @throws {Error} naming the event, when it is of a type, version or shape this code does not know
   */
  readonly parse: (stored: StoredFact) => Event
  /** What is known of each kind of its events. */
  readonly kinds: readonly Kind[]
  /** The event's id, the same whenever the same step is decided again. */
  readonly idOf: (event: Event) => string
  /**
   * The event as it may be written in a log of a level.
   * @throws {TooNew} when it may not
   */
  readonly atLevel: (event: Event, level: number) => Event
}

/** Facts whose streams are named `{prefix}{id}`; the prefix is the kind's name and a hyphen. */
export const defineEvents = <Event extends DomainEvent>({
  prefix,
  schema,
  version,
}: {
  readonly prefix: string
  /** One kind of fact, or a choice of several. */
  readonly schema: z.ZodType<Event> & { readonly options?: readonly z.core.$ZodType[] }
  readonly version: number
}): StreamEvents<Event> => {
  const kinds = kindsOf(schema.options ?? [schema])
  const kindOf = kindOfFact(kinds)
  return {
    prefix,
    streamOf: (id) => `${prefix}${id}`,
    isStream: (streamId) => streamId.startsWith(prefix),
    version,
    parse: ({ id, type, data }) => {
      const parsed = schema.safeParse({ type, data })
      if (parsed.success) return parsed.data
      const [issue] = parsed.error.issues
      const place = issue?.path.join('.') ?? ''
      const kind = prefix.slice(0, -1)
      throw new Error(
        `Event ${id} of type ${type} is not a known ${kind} event: ${place} ${issue?.message ?? ''}`,
      )
    },
    kinds,
    idOf: ({ type, data }) => kindOf(type).idOf(data),
    atLevel: (event, level) => {
      if (level >= LEVEL) return event
      const kind = kindOf(event.type)
      if (kind.level > level) throw new TooNew(event.type, kind.level)
      return { ...event, data: dataAt(event, kind.shape, level) }
    },
  }
}

/** One kind of stream with the state that its facts fold into. */
export interface StreamKind<State, Event extends DomainEvent>
  extends Aggregate<State, Event>, StreamEvents<Event> {
  readonly parse: StreamEvents<Event>['parse']
  readonly idOf: StreamEvents<Event>['idOf']
  /** Version of the snapshots that are saved of long streams; null where streams are short and read whole. */
  readonly snapshot: number | null
}

/**
 * How one kind of stream is named, read and folded. Increase `snapshot` whenever the shape of the state or the meaning
 * of its fold changes.
 */
export const defineStream = <State, Event extends DomainEvent>(
  events: StreamEvents<Event>,
  fold: {
    readonly initialState: () => State
    /** `at` is when the event happened by our clock, ISO 8601. */
    readonly evolve: (state: State, event: Event, at: string) => State
    readonly snapshot?: number
  },
): StreamKind<State, Event> => ({ ...events, snapshot: null, ...fold })

/** What a bigint is written as, and a text that looks so, after the backslashes that tell it apart. */
const LIKE_BIGINT = /^\\*-?\d+n$/

/** A state as text; bigints become strings marked with a trailing `n`, and texts that look so get a backslash. */
export const writeState = (state: unknown): string =>
  JSON.stringify(state, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    return typeof value === 'string' && LIKE_BIGINT.test(value) ? `\\${value}` : value
  })

/** The inverse of {@link writeState}, for its output of the same snapshot version only. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what was written says which State it is
export const readState = <State>(text: string): State =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the version says that writeState wrote a State
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'string' || !LIKE_BIGINT.test(value)) return value
    return value.startsWith('\\') ? value.slice(1) : BigInt(value.slice(0, -1))
  }) as State
