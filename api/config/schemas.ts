import * as z from 'zod/mini'
import { parseAmount } from '../../events/money.ts'

export const integer = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)),
    z.pipe(
      z.transform(Number),
      z.number().check(z.refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`)),
    ),
  )

export const url = (...protocols: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
        `must be a URL beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      ),
    )

export const origin = z.pipe(
  url('http:', 'https:').check(
    z.refine((text) => {
      const { pathname, search, hash, username } = new URL(text)
      return pathname === '/' && !search && !hash && !username
    }, 'must be an origin without a path, such as https://app.example.com'),
  ),
  z.transform((text: string) => new URL(text).origin),
)

/** 32 bytes in base64 or base64url. */
export const key256 = z
  .string()
  .check(
    z.refine(
      (text) => Buffer.from(text, 'base64').length === 32,
      'must be 32 random bytes in base64 (openssl rand -base64 32)',
    ),
  )

export const list = <T extends z.ZodMiniType<string, string>>(item: T) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.split(',').map((part) => part.trim())),
    ),
    z.array(item).check(z.minLength(1)),
  )

export const yutAmount = z.pipe(
  z.string().check(z.refine((text) => parseAmount('YUT', text).ok, 'must be an amount of YUT such as 100')),
  z.transform((text: string) => {
    const parsed = parseAmount('YUT', text)
    return parsed.ok ? parsed.money.minor : 0n
  }),
)

export const usdAmount = z.pipe(
  z.string().check(z.refine((text) => parseAmount('USD', text).ok, 'must be dollars such as 1.50')),
  z.transform((text: string) => {
    const parsed = parseAmount('USD', text)
    return parsed.ok ? parsed.money.minor : 0n
  }),
)

export interface Variable<T> {
  readonly name: string
  readonly schema: z.ZodMiniType<T, string>
  readonly describes: string
  /** Text used when the variable is not set outside production. */
  readonly development?: string
  /** Text used when the variable is not set in production. */
  readonly production?: string
  /** Production does not start without the variable. */
  readonly required?: true
}

/** Adds to each variable its key as `name`. */
export const defineVariables = <const T extends Readonly<Record<string, Omit<Variable<unknown>, 'name'>>>>(
  variables: T,
): { readonly [Name in keyof T]: T[Name] & { readonly name: string } } =>
  // Each variable gets one more field, `name`, as the type says.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, { ...variable, name }])) as {
    readonly [Name in keyof T]: T[Name] & { readonly name: string }
  }

/** Calls a minute. */
export const limit = (production: number, describes: string) => ({
  schema: integer(0, 1_000_000),
  development: '0',
  production: String(production),
  describes: `${describes}; 0 turns the limit off (not in production)`,
})
/** The same default in production and outside. */
export const both = (text: string) => ({ development: text, production: text })
