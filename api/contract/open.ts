import * as z from 'zod/mini'

/**
 * Stands in the app for a value that this release does not know. An installed app can be weeks older than the server:
 * what a later release adds to a response must not make the rest of it unreadable. Never sent; requests stay closed.
 */
export const UNFAMILIAR = 'unfamiliar'
export type Unfamiliar = typeof UNFAMILIAR

/** A sentence for apps that do not know what it labels; sent with kinds that are younger than an app may be. */
export const Label = z.optional(z.string())

/** The values of each open enum that this release knows, for the OpenAPI document. */
export const knownValues = z.registry<{ readonly values: readonly string[] }>()

interface Options {
  readonly options: readonly string[]
}
type Closed<Value extends string> = z.ZodMiniType<Value> & Options

/**
 * An enum in responses. Decoding, as the app does, reads a value that is not in it as `otherwise`, by default
 * {@link UNFAMILIAR}; encoding, as the server does where it checks its answers, refuses such a value.
 */
export function openEnum<Value extends string>(
  closed: Closed<Value>,
): z.ZodMiniType<Value | Unfamiliar, Value>
export function openEnum<Value extends string>(
  closed: Closed<Value>,
  otherwise: NoInfer<Value>,
): z.ZodMiniType<Value, Value>
export function openEnum(
  closed: Closed<string>,
  otherwise: string = UNFAMILIAR,
): z.ZodMiniType<string, string> {
  const values = closed.options
  const read = z.codec(z.string(), z.string(), {
    decode: (text) => (values.includes(text) ? text : otherwise),
    encode: (value, { issues }) => {
      if (!values.includes(value)) issues.push({ code: 'invalid_value', values: [...values], input: value })
      return value
    },
  })
  knownValues.add(read, { values })
  return read
}

/** A list of such values in responses; those that are not in the enum are left out. */
export const openEnums = <Value extends string>(closed: z.ZodMiniType<Value, Value> & Options) =>
  z.codec(z.array(z.string()), z.array(closed), {
    decode: (texts) =>
      // The array checks that each is a value of the enum.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      texts.filter((text) => closed.options.includes(text)) as Value[],
    encode: (values) => values,
  })

interface Kind extends z.core.$ZodShape {
  readonly kind: z.ZodMiniLiteral<string>
}

/**
 * A union of objects by their `kind`, in responses. Of an object of another kind only the fields in `common` are read;
 * its kind is {@link UNFAMILIAR}.
 */
export const openUnion = <
  const Members extends readonly [z.ZodMiniObject<Kind>, ...z.ZodMiniObject<Kind>[]],
  const Common extends z.core.$ZodShape,
>(
  common: Common,
  ...members: Members
): z.ZodMiniType<
  z.output<Members[number]> | (z.output<z.ZodMiniObject<Common>> & { readonly kind: Unfamiliar }),
  z.input<Members[number]>
> => {
  const values = members.flatMap(({ shape }) => [...shape.kind.def.values])
  const union: z.ZodMiniType = z.discriminatedUnion('kind', [
    ...members,
    z.object({ ...common, kind: z.literal(UNFAMILIAR) }),
  ])
  const read = z.codec(z.looseObject({ kind: z.string() }), union, {
    decode: (sent) => (values.includes(sent.kind) ? sent : { ...sent, kind: UNFAMILIAR }),
    encode: (value, { issues }) => {
      const object = z.looseObject({ kind: z.string() }).parse(value)
      if (object.kind === UNFAMILIAR) issues.push({ code: 'invalid_value', values, input: value })
      return object
    },
  })
  // The union's members and the one for all other kinds, as the type says.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return read as unknown as ReturnType<typeof openUnion<Members, Common>>
}

type OpenRecord<Key extends string, Value extends z.ZodMiniType> = z.ZodMiniType<
  Readonly<Record<Key, z.output<Value>>>,
  Readonly<Record<Key, z.input<Value>>>
>

/** A record in responses with a value for every key of an enum; what is under other keys is left out. */
export const openRecord = <Key extends string, Value extends z.ZodMiniType>(
  keys: Closed<Key>,
  value: Value,
): OpenRecord<Key, Value> =>
  // `Object.fromEntries` loses the keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  z.object(Object.fromEntries(keys.options.map((key) => [key, value]))) as unknown as OpenRecord<Key, Value>
