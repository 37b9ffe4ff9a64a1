import * as z from 'zod/mini'
import { SaveBankAccountRequest } from './deposits.ts'
import { ById, Timestamp } from './fields.ts'
import { openEnum } from './open.ts'
import { defineOperations, member } from './operation.ts'

/** Bank accounts that a member may save to add funds from. */
export const FUNDING_ACCOUNTS_MAX = 20

/** Answers that may be given in one validation of a bank account. */
export const VALIDATION_TRIES = 3

/** Whether a bank account may be debited: small deposits show that it is its holder's, before the first debit. */
export const AccountValidation = z.object({
  /** `asked`: it waits for an answer; `refused`: it was answered wrongly too often, or its bank sent them back. */
  state: openEnum(z.enum(['valid', 'asked', 'refused', 'expired'])),
  /** `amounts`: of two deposits; `code`: in the text of one, beginning with SM. Null unless asked. */
  asks: z.nullable(openEnum(z.enum(['amounts', 'code']))),
  /** When the deposits are there at the latest. */
  arrives_by: z.nullable(Timestamp),
  /** Asked: until when it can be answered. Refused: from when on the account can be saved anew. */
  until: z.nullable(Timestamp),
  tries_left: z.int(),
})
export type AccountValidation = z.infer<typeof AccountValidation>

/** A saved bank account; its number is not stored, only the processor's token and the last four digits. */
export const BankAccount = z.object({
  payment_method_id: z.string(),
  last4: z.string(),
  bank_name: z.nullable(z.string()),
  account_type: openEnum(z.enum(['checking', 'savings'])),
  sandbox: z.boolean(),
  /** An older server does not say, and takes every saved account. */
  validation: z.optional(AccountValidation),
})
export type BankAccount = z.infer<typeof BankAccount>

const BOTH_AMOUNTS = 'Enter both amounts, each from 1 to 99 cents.'

/** One of the two, as the account's validation asks. */
export const ValidateAccountRequest = z
  .strictObject({
    /** Both in cents, in any order. */
    amounts: z.optional(
      z
        .array(
          z.int(BOTH_AMOUNTS).check(z.minimum(1, BOTH_AMOUNTS), z.maximum(99, BOTH_AMOUNTS)),
          BOTH_AMOUNTS,
        )
        .check(z.length(2, BOTH_AMOUNTS)),
    ),
    code: z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.toUpperCase(),
          z.regex(/^SM[0-9A-Z]{4}$/, 'The code has six letters and digits and begins with SM.'),
        ),
    ),
  })
  .check(
    z.refine(
      ({ amounts, code }) => (amounts === undefined) !== (code === undefined),
      // Of the body as a whole nothing can be said in a form.
      { error: 'Enter the two amounts, or the code.', path: ['amounts'] },
    ),
  )

/** Bank accounts that members save for bank transfers into the wallet; apart from deposits, which more pages load. */
export const fundingAccountOperations = defineOperations({
  saveBankAccount: member.post('/api/payments/ach/save-account', {
    summary:
      'Hands bank details to the processor, keeps a token and begins to validate the account; the same account gives the same token',
    body: SaveBankAccountRequest,
    response: BankAccount,
  }),
  listFundingAccounts: member.get('/api/payments/ach/accounts', {
    summary: 'The bank accounts that the member has saved for bank transfers into the wallet, newest first',
    response: z.object({ accounts: z.array(BankAccount) }),
  }),
  validateFundingAccount: member.post('/api/payments/ach/accounts/{id}/validate', {
    summary: 'Answers with what arrived in a bank account, which may be debited then; three answers at most',
    params: ById,
    body: ValidateAccountRequest,
    response: BankAccount,
  }),
})
