import * as z from 'zod'
import { SUMS, type BankBook } from './bank-book.ts'
import type { Difference, Matching } from './matching.ts'

/** Minor units of either sign, as a decimal string in JSON. */
export const Minor = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt)

/** JSON with amounts and positions as decimal strings, which {@link Minor} reads. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? one.toString() : one))

export const SumsJson = z.record(z.enum(SUMS), Minor)

/** What was found when the bank was held against the ledger. Cents; a debit is positive in `sums`. */
export const Statement = z.object({
  bank: z.string(),
  /** ISO time (UTC) by the clock for money. */
  at: z.string(),
  /** Ledger position up to which events are counted. */
  position: Minor,
  /** What the bank says lies there. */
  bankCents: Minor,
  sums: SumsJson,
  /** Movements that one side has before the other, all within their days. */
  inTransit: z.array(
    z.object({
      side: z.enum(['bank', 'ledger']),
      transaction: z.nullable(z.string()),
      key: z.nullable(z.string()),
      cents: Minor,
      at: z.string(),
    }),
  ),
  differences: z.array(
    z.object({
      kind: z.enum(['unknown_here', 'twice', 'another_amount', 'changed', 'missing_at_bank', 'balance']),
      transaction: z.nullable(z.string()),
      key: z.nullable(z.string()),
      event: z.nullable(z.string()),
      bankCents: Minor,
      ledgerCents: Minor,
      at: z.nullable(z.string()),
    }),
  ),
})
export type Statement = z.output<typeof Statement>

const sumOf = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n)

/**
 * The statement of a matching: the bank's balance is the ledger's `asset:bank`, with what is in transit and what differs.
 * If something is left beyond that, it is a difference of its own.
 */
export const statementOf = (
  { position, sums }: Pick<BankBook, 'position' | 'sums'>,
  { inTransit, differences }: Omit<Matching, 'matches'>,
  { bank, bankCents, at }: { readonly bank: string; readonly bankCents: bigint; readonly at: Date },
): Statement => {
  const explained = sumOf([
    sums.bank,
    ...inTransit.map(({ side, cents }) => (side === 'bank' ? cents : -cents)),
    ...differences.map((one) => one.bankCents - one.ledgerCents),
  ])
  const left: Difference[] =
    bankCents === explained
      ? []
      : [
          {
            kind: 'balance',
            transaction: null,
            key: null,
            event: null,
            bankCents,
            ledgerCents: explained,
            at: null,
          },
        ]
  return {
    bank,
    at: at.toISOString(),
    position,
    bankCents,
    sums,
    inTransit: [...inTransit],
    differences: [...differences, ...left],
  }
}

/** Whether every transaction is explained. */
export const agrees = ({ differences }: Pick<Statement, 'differences'>): boolean => differences.length === 0
