import type { Pool, PoolClient } from 'pg'
import { DAY_MS } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { VALIDATION_TRIES } from '../contract/funding-accounts.ts'
import { inTransaction } from '../database/database.ts'
import { HttpError } from '../http/errors.ts'
import { formerUses } from '../identity/former-uses.ts'
import { addSecurityEvent } from '../security-trail/security-events.ts'
import { accountName, type BankAccountRow, type BankAccounts } from './bank-accounts.ts'
import { ProcessorUnavailable, type DebitConsent, type PaymentProcessor, type Proof } from './processor.ts'

/** For so long a validation counts that is being begun; then the processor says. */
const BEGINNING_MS = DAY_MS
/** Who answered wrongly too often waits for so long, so that amounts cannot be guessed one validation after the other. */
const REFUSED_MS = 30 * DAY_MS
/** Accounts of one member that wait for an answer, or were refused: each costs deposits. */
const OPEN_MAX = 3

/** Validations of saved bank accounts, before they are debited for the first time. */
export interface Validations {
  /**
   * Begins one for an account that has none, or whose last one is over; returns the account as it is then.
   * @throws {HttpError} 422 `too_many_validations`
   * @throws as {@link PaymentProcessor.validateBankAccount}
   */
  begin(memberId: string, account: BankAccountRow, consent: DebitConsent): Promise<BankAccountRow>
  /**
   * Answers one; an account that is valid already stays so.
   * @throws {HttpError} 404; 400 it asks for something else; 422 `validation_wrong`, `validation_over`
   * @throws {ProcessorUnavailable} the answer does not count
   */
  prove(memberId: string, accountId: string, proof: Proof): Promise<BankAccountRow>
  /** Takes the processor's report of one, however often and late it comes. */
  decided(reference: string, outcome: 'valid' | 'refused'): Promise<void>
}

const LOCK = 'select 1 from app.member where id = $1 for no key update'
// One that is being begun is begun again under the same key: whoever began it may have died.
const CLAIM = `
  update app.bank_account set validation = 'asked', validation_reference = null, validation_asks = null,
    validation_arrives_by = null, validation_tries = 0, validation_until = $4,
    validation_round = validation_round + case when validation_until > $3 then 0 else 1 end
  where id = $2 and (validation is null or validation <> 'valid' and validation_until <= $3
      or validation = 'asked' and validation_reference is null)
    and (select count(*) from app.bank_account other where other.member_id = $1 and other.id <> $2
      and other.validation in ('asked', 'refused') and other.validation_until > $3)
      + (select count(*) from (${formerUses('$1', 'validation')}) former where former.at > $3) < ${OPEN_MAX}
  returning validation_round as round`
const BEGUN = `
  update app.bank_account set validation = $3, validation_reference = $4, validation_asks = $5,
    validation_arrives_by = $6, validation_until = $7
  where id = $1 and validation_round = $2 and validation = 'asked' and validation_reference is null`
// Counted before the processor is asked, so that answers at the same moment are not more than there may be.
const TRY = `
  update app.bank_account set validation_tries = validation_tries + 1
  where id = $1 and validation = 'asked' and validation_reference = $2 and validation_until > $3
    and validation_tries < ${VALIDATION_TRIES}
  returning validation_tries as tries`
const UNTRIED = `
  update app.bank_account set validation_tries = validation_tries - 1
  where id = $1 and validation_reference = $2 and validation_tries > 0`
const VALID = `
  update app.bank_account set validation = 'valid', validation_until = null
  where provider = $1 and validation_reference = $2 and validation = 'asked'`
const REFUSE = `
  update app.bank_account set validation = 'refused', validation_until = $3
  where provider = $1 and validation_reference = $2 and validation = 'asked'
  returning member_id as "memberId", bank_name as "bankName", last4`

const wrong = (proof: Proof, left: number): HttpError => {
  const sentence =
    left === 1
      ? 'This is not what was sent to the account. You can try once more.'
      : 'This is not what was sent to the account. You can try twice more.'
  return new HttpError(422, 'validation_wrong', sentence, {
    fields: { ['code' in proof ? 'code' : 'amounts']: sentence },
  })
}

const over = ({ validation, validationTries: tries }: BankAccountRow): HttpError =>
  new HttpError(
    422,
    'validation_over',
    validation === 'refused' || tries >= VALIDATION_TRIES
      ? 'This account could not be confirmed. Use another account, or add funds by card.'
      : 'The time to confirm this account is over. Enter its details again, and new deposits are sent.',
  )

const notFound = () => new HttpError(404, 'bank_account_not_found', 'You have saved no such bank account.')

export const createValidations = ({
  pool,
  processor,
  bankAccounts,
  clock,
}: {
  readonly pool: Pool
  readonly processor: PaymentProcessor
  readonly bankAccounts: Pick<BankAccounts, 'find'>
  readonly clock: Clock
}): Validations => {
  const found = async (memberId: string, accountId: string): Promise<BankAccountRow> => {
    const account = await bankAccounts.find(memberId, accountId)
    if (!account) throw notFound()
    return account
  }

  const claim = async (memberId: string, accountId: string): Promise<number | null> =>
    inTransaction(pool, async (client) => {
      await client.query(LOCK, [memberId])
      const now = clock()
      const { rows } = await client.query<{ round: number }>(CLAIM, [
        memberId,
        accountId,
        now,
        new Date(now.getTime() + BEGINNING_MS),
      ])
      return rows[0]?.round ?? null
    })

  const refuse = async (client: PoolClient, reference: string): Promise<void> => {
    const now = clock()
    const { rows } = await client.query<{ memberId: string; bankName: string | null; last4: string }>(
      REFUSE,
      [processor.name, reference, new Date(now.getTime() + REFUSED_MS)],
    )
    for (const { memberId, ...account } of rows)
      await addSecurityEvent(
        client,
        {
          memberId,
          kind: 'bank_account_unconfirmed',
          device: 'Youtility',
          detail: accountName(account),
        },
        now,
      )
  }

  const decided: Validations['decided'] = async (reference, outcome) => {
    await (outcome === 'valid'
      ? pool.query(VALID, [processor.name, reference])
      : inTransaction(pool, (client) => refuse(client, reference)))
  }

  return {
    begin: async (memberId, account, consent) => {
      const round = await claim(memberId, account.id)
      const now = await found(memberId, account.id)
      if (round === null) {
        if (now.validation === 'valid' || (now.validationUntil !== null && now.validationUntil > clock()))
          return now
        throw new HttpError(
          422,
          'too_many_validations',
          `${OPEN_MAX} of your bank accounts wait to be confirmed. Confirm one of them first.`,
        )
      }
      const begun = await processor.validateBankAccount({ key: `${account.id}-${round}`, account, consent })
      const asked = begun.state === 'asked' ? begun : null
      await pool.query(BEGUN, [
        account.id,
        round,
        begun.state,
        asked?.reference ?? null,
        asked?.asks ?? null,
        asked?.arrivesBy ?? null,
        asked?.until ?? null,
      ])
      return found(memberId, account.id)
    },
    prove: async (memberId, accountId, proof) => {
      const account = await found(memberId, accountId)
      const { id, validation, validationReference: reference, validationAsks: asks } = account
      if (validation === 'valid') return account
      if (asks !== null && !(asks in proof))
        throw new HttpError(400, 'invalid_request', 'This account is confirmed by something else.')
      const [counted] =
        reference === null ? [] : (await pool.query<{ tries: number }>(TRY, [id, reference, clock()])).rows
      if (reference === null || !counted) throw over(account)
      try {
        const outcome = await processor.proveBankAccount(reference, proof)
        const left = VALIDATION_TRIES - counted.tries
        if (outcome === 'wrong' && left > 0) throw wrong(proof, left)
        await decided(reference, outcome === 'valid' ? 'valid' : 'refused')
      } catch (error) {
        if (error instanceof ProcessorUnavailable) await pool.query(UNTRIED, [id, reference])
        throw error
      }
      const proven = await found(memberId, accountId)
      if (proven.validation !== 'valid') throw over(proven)
      return proven
    },
    decided,
  }
}
