/**
 * Exact money. Amounts are integers in minor units: cents for USD, millionths for USDC and YUT.
 * In memory they are `bigint`; in JSON they are decimal strings of minor units beside their currency.
 * No floating point touches them.
 */
export const CURRENCIES = ['USD', 'USDC', 'YUT'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Digits after the decimal point of one currency unit. */
export const DECIMALS: Readonly<Record<Currency, number>> = { USD: 2, USDC: 6, YUT: 6 }

/** An amount of one currency. `minor` is in minor units and may be negative only in differences. */
export interface Money {
  readonly currency: Currency
  readonly minor: bigint
}

/** An amount as stored in events and in Postgres: minor units as a decimal string. */
export interface AmountJson {
  readonly currency: Currency
  readonly minor: string
}

/** The largest amount one command may name, in minor units: far above any limit, far below int8. */
export const AMOUNT_MINOR_MAX = 1_000_000_000_000_000n

export const money = (currency: Currency, minor: bigint): Money => ({ currency, minor })
export const usd = (cents: number | bigint): Money => money('USD', BigInt(cents))

export const toAmountJson = ({ currency, minor }: Money): AmountJson => ({
  currency,
  minor: minor.toString(),
})
export const fromAmountJson = ({ currency, minor }: AmountJson): Money => ({ currency, minor: BigInt(minor) })

const DECIMAL = /^(0|[1-9]\d{0,14})(?:\.(\d+))?$/

/** Why a text is not an amount of a currency. */
export type AmountFault = 'not_a_number' | 'too_many_decimals' | 'too_large'

/**
 * Reads a plain decimal text in currency units, such as `"12.34"`, exactly.
 * Signs, exponents, spaces, separators and leading zeros are refused, as are more decimals than
 * the currency has.
 */
export const parseAmount = (
  currency: Currency,
  text: string,
): { ok: true; money: Money } | { ok: false; fault: AmountFault } => {
  const match = DECIMAL.exec(text)
  if (!match) return { ok: false, fault: 'not_a_number' }
  const fraction = match[2] ?? ''
  if (fraction.length > DECIMALS[currency]) return { ok: false, fault: 'too_many_decimals' }
  const minor = BigInt((match[1] ?? '0') + fraction.padEnd(DECIMALS[currency], '0'))
  if (minor > AMOUNT_MINOR_MAX) return { ok: false, fault: 'too_large' }
  return { ok: true, money: money(currency, minor) }
}

/** Minor units as a plain decimal text in currency units: `1234n` USD is `"12.34"`. */
export const formatMinor = (currency: Currency, minor: bigint): string => {
  const decimals = DECIMALS[currency]
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Zero of every currency, in minor units. */
export const noBalances = (): Record<Currency, bigint> => ({ USD: 0n, USDC: 0n, YUT: 0n })

/** Adds `minor` (minor units, negative to subtract) to one currency of `balances`; the input stays as it was. */
export const addTo = (
  balances: Readonly<Record<Currency, bigint>>,
  currency: Currency,
  minor: bigint,
): Record<Currency, bigint> => ({ ...balances, [currency]: balances[currency] + minor })
