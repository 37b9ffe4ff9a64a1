/** Null renders as an empty text. */
export type TextValue = string | number | null
type IsDynamic<M extends string> = string extends M ? true : false

/** Names of the placeholders of a message without plurals. */
type Names<M extends string> = M extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

/** Values that a message requires: exactly its placeholders; with plurals any names. */
type ValuesOf<M extends string, V> = M extends `${string}, plural,${string}`
  ? Readonly<Record<string, V>>
  : Readonly<Record<Names<M>, V>>

/** Allows no message that is not a string literal: the collector of texts could not find it. */
export type Given<M extends string, V> =
  IsDynamic<M> extends true ? [never] : M extends `${string}{${string}` ? [values: ValuesOf<M, V>] : []

/** Translates an English text into the reader's language: `t('Send {amount}', { amount })`. See docs/texts.md. */
export type Say = <const M extends string>(message: M, ...values: Given<M, TextValue>) => string
