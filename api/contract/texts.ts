/** Null says nothing. */
export type TextValue = string | number | null
type IsDynamic<M extends string> = string extends M ? true : false

/** Names of the placeholders of a message without plurals. */
type Names<M extends string> = M extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

/** What has to be given for a message: exactly its placeholders; for one with plurals anything that has a name. */
type ValuesOf<M extends string, V> = M extends `${string}, plural,${string}`
  ? Readonly<Record<string, V>>
  : Readonly<Record<Names<M>, V>>

/** A message that isn't written out can't be found by whoever collects the texts: there is no argument for it. */
export type Given<M extends string, V> =
  IsDynamic<M> extends true ? [never] : M extends `${string}{${string}` ? [values: ValuesOf<M, V>] : []

/** Says an English text in somebody's language: `t('Send {amount}', { amount })`. See docs/texts.md. */
export type Say = <const M extends string>(message: M, ...values: Given<M, TextValue>) => string
