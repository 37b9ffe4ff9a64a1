import { describe, expect, it } from 'vitest'
import { derivedId } from '../../../events/ids.ts'
import { transferRequestEvents } from '../../../events/requests/events.ts'
import { paymentIdOf } from '../../../events/requests/transfer-request.ts'
import { transferIdOf } from '../../../api/wallet/transfers.ts'
import { ada, AT, grace } from '../../support/wallet-spec.ts'
import {
  approve,
  approved,
  cancel,
  cancelled,
  decline,
  declined,
  expired,
  EXPIRES_AT,
  failed,
  FIRST,
  foldRequest,
  fulfilled,
  given,
  request,
  REQUEST_ID,
  requested,
  requestedCents,
  SECOND,
} from '../../support/request-spec.ts'

const stranger = derivedId('member', 'mallory')
const JUST_BEFORE = '2026-01-31T11:59:59.999Z'

describe('asking', () => {
  it('is for $1 to $5,000, and open for 30 days', () => {
    given().when(request(1_250)).makes(requested)
    for (const cents of [100, 500_000]) given().when(request(cents)).makes(requestedCents(cents))
    for (const cents of [99, 0, -5, 500_001])
      given()
        .when(request(cents))
        .refuses('amount_out_of_range', /^Amount must be between \$1 and \$5,000$/)
  })
  it('is never for oneself', () => given().when(request(500, ada)).refuses('payer_is_requester'))
  it('happens once', () => {
    given(requested).when(request(1_250)).makes()
    given(requested, declined()).when(request(1_250)).makes()
  })
})

describe('answering', () => {
  it('is for the payer, cancelling for the requester; to others the request does not exist', () => {
    given(requested).when(approve()).makes(approved(SECOND))
    given(requested).when(decline()).makes(declined(SECOND))
    given(requested).when(cancel()).makes(cancelled(SECOND))
    for (const command of [
      approve(ada),
      decline(ada),
      cancel(grace),
      approve(stranger),
      decline(stranger),
      cancel(stranger),
    ]) {
      given(requested).when(command).refuses('transfer_request_not_found')
      given(requested, approved(), fulfilled).when(command).refuses('transfer_request_not_found')
    }
    given().when(approve()).refuses('transfer_request_not_found')
  })

  it.each([
    ['approved', [approved()]],
    ['approved', [approved(), fulfilled]],
    ['declined', [declined()]],
    ['cancelled', [cancelled()]],
    ['could not be paid', [approved(), failed('wallet_closed')]],
  ])('happens once: %s', (word, facts) => {
    for (const command of [approve(), decline(), cancel()])
      given(requested, ...facts)
        .when(command)
        .refuses('already_answered', new RegExp(`already.*${word}|${word}`))
  })

  it('is over when the request has expired, whether or not the process has said so', () => {
    for (const command of [approve(), decline(), cancel()]) {
      given(requested)
        .when(command, EXPIRES_AT)
        .refuses('already_expired', /expired/)
      given(requested, expired)
        .when(command)
        .refuses('already_expired', /expired/)
    }
    given(requested).when(approve(), JUST_BEFORE).makes(approved(SECOND))
  })
})

describe('paying', () => {
  it('completes an approved request, once', () => {
    given(requested, approved()).when({ type: 'fulfil' }).makes(fulfilled)
    given(requested, approved(), fulfilled).when({ type: 'fulfil' }).makes()
  })
  it('completes a request that another process took for one without funds', () => {
    given(requested, approved(), failed('insufficient_funds')).when({ type: 'fulfil' }).makes(fulfilled)
    expect(foldRequest([requested, approved(), failed('insufficient_funds'), fulfilled]).status).toBe(
      'completed',
    )
  })
  it('can never have happened to a request that was turned down', () => {
    for (const facts of [[declined()], [cancelled()], [expired], [approved(), failed('returned')]])
      given(requested, ...facts)
        .when({ type: 'fulfil' })
        .breaks()
  })
  it('leaves the request open without funds, and ends it when a wallet is closed', () => {
    const fail = (reason: string) => ({ type: 'fail', answerId: FIRST, reason }) as const
    given(requested, approved()).when(fail('insufficient_funds')).makes(failed('insufficient_funds'))
    for (const reason of ['insufficient_funds', 'wallet_overdrawn', 'daily_limit']) {
      given(requested, approved(), failed(reason)).when(approve()).makes(approved(SECOND))
      given(requested, approved(), failed(reason)).when(decline()).makes(declined(SECOND))
    }
    for (const reason of ['wallet_closed', 'returned'])
      given(requested, approved(), failed(reason)).when(approve()).refuses('already_answered')
  })
  it('fails only the approval that it was for', () => {
    const fail = { type: 'fail', answerId: FIRST, reason: 'insufficient_funds' } as const
    given(requested, approved(SECOND)).when(fail).makes()
    given(requested, approved(), fulfilled).when(fail).makes()
    given(requested).when(fail).makes()
  })
  it('has one id for each request, which no idempotency key can give', () => {
    expect(paymentIdOf(REQUEST_ID)).not.toBe(transferIdOf(grace, REQUEST_ID))
    expect(transferRequestEvents.idOf(fulfilled)).toBe(derivedId('TransferRequestFulfilled', REQUEST_ID))
    expect(transferRequestEvents.idOf(approved(FIRST))).not.toBe(transferRequestEvents.idOf(approved(SECOND)))
  })
})

describe('expiring', () => {
  it('happens to pending requests at their time, not before', () => {
    given(requested).when({ type: 'expire' }, EXPIRES_AT).makes(expired)
    given(requested).when({ type: 'expire' }, JUST_BEFORE).makes()
    given(requested, approved(), failed('insufficient_funds'))
      .when({ type: 'expire' }, EXPIRES_AT)
      .makes(expired)
  })
  it('leaves whatever was answered', () => {
    for (const facts of [[approved()], [approved(), fulfilled], [declined()], [cancelled()], [expired]])
      given(requested, ...facts)
        .when({ type: 'expire' }, EXPIRES_AT)
        .makes()
  })
})

it('folds to terms that never change', () => {
  const terms = {
    requestId: REQUEST_ID,
    requesterId: ada,
    payerId: grace,
    requestedAt: AT,
    expiresAt: EXPIRES_AT,
  }
  for (const facts of [[], [approved()], [approved(), fulfilled], [declined()], [expired]])
    expect(foldRequest([requested, ...facts])).toMatchObject(terms)
})
