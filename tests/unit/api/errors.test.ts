import { describe, expect, it } from 'vitest'
import { SalePending } from '../../../events/pools/decide-sale.ts'
import { Refusal } from '../../../events/refusal.ts'
import { OutcomeUnknown, StoreUnavailable, WrongExpectedRevision } from '../../../events/store/event-store.ts'
import { errorAnswer, HttpError } from '../../../api/http/errors.ts'
import { createLogger } from '../../../api/logging/logger.ts'
import { openPool } from '../../support/open-pool.ts'

const withCode = (code: string, message = 'inner words') => Object.assign(new Error(message), { code })

describe('the error mapper', () => {
  it.each([
    [new Refusal('insufficient_funds', 'There is not enough money.'), 422, 'insufficient_funds'],
    [new Refusal('recipient_not_found', 'No such member.'), 404, 'recipient_not_found'],
    [new HttpError(418, 'teapot', 'Short and stout.'), 418, 'teapot'],
    [new WrongExpectedRevision('wallet-1', 3n, 4n), 409, 'conflict'],
    [new SalePending('inner words'), 409, 'sale_pending'],
    [new OutcomeUnknown('wallet-1'), 503, 'outcome_unknown'],
    [new StoreUnavailable('inner words'), 503, 'ledger_unavailable'],
    [withCode('57P01'), 503, 'database_unavailable'],
    [withCode('57014'), 503, 'database_unavailable'],
    [withCode('ECONNREFUSED'), 503, 'database_unavailable'],
    [withCode('22021'), 400, 'invalid_characters'],
    [withCode('23505'), 500, 'internal_error'],
    [new TypeError('inner words'), 500, 'internal_error'],
    ['inner words', 500, 'internal_error'],
  ])('maps %s', (error, status, code) => {
    const answer = errorAnswer(error)
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.body.error).not.toMatch(/inner words|wallet-1/)
    expect(answer.headers['Retry-After']).toBe(status === 503 ? '1' : undefined)
  })

  it('keeps the fields of a refusal', () => {
    const refusal = new Refusal('amount_out_of_range', 'Too much.', { amount: 'At most $10,000.' })
    expect(errorAnswer(refusal).body).toEqual({
      error: 'Too much.',
      code: 'amount_out_of_range',
      fields: { amount: 'At most $10,000.' },
    })
  })

  it('knows a database that is not there', async () => {
    const pool = openPool({
      connectionString: 'postgres://nobody@localhost:1/nothing',
      connectionTimeoutMillis: 500,
    })
    const error: unknown = await pool.query('select 1').catch((reason: unknown) => reason)
    await pool.end()
    expect(errorAnswer(error)).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
  })
})

describe('the log', () => {
  it('takes from an error what is not personal', () => {
    const lines: string[] = []
    const log = createLogger('info', { write: (line) => void lines.push(line) })
    const inner = Object.assign(withCode('23505', 'duplicate key'), { detail: 'Key (email)=(ada@x.example)' })
    log.error({ err: new Error('outer', { cause: inner }) }, 'failed')
    expect(lines.join('')).not.toContain('ada@')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      err: { message: 'outer', cause: { message: 'duplicate key', code: '23505' } },
    })
  })
})
