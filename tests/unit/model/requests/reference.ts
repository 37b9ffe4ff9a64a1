import { derivedId } from '../../../../events/ids.ts'
import { DAY, refuse, type Books } from '../books.ts'
import type { WalletReference } from '../wallets/reference.ts'
import type { RequestIntent } from './intents.ts'

interface Request {
  readonly requester: string
  readonly payer: string
  readonly cents: bigint
  readonly expiresAt: number
  status: string
}

export const createRequestReference = (
  { now, open, spendable }: Books,
  { move }: Pick<WalletReference, 'move'>,
) => {
  const requests = new Map<string, Request>()

  const answer = ({ do: what, member, requestId }: Extract<RequestIntent, { requestId: string }>): string => {
    const request = requests.get(requestId)
    if (!request || member !== (what === 'cancel' ? request.requester : request.payer))
      return refuse('transfer_request_not_found')
    const { status, expiresAt, payer, requester, cents } = request
    if (status === 'expired' || (status === 'pending' && now() >= expiresAt)) refuse('already_expired')
    if (status !== 'pending') refuse('already_answered')
    if (what !== 'approve') {
      request.status = what === 'decline' ? 'declined' : 'cancelled'
      return request.status
    }
    const wallet = open(payer)
    spendable(wallet, 'USD', cents)
    request.status = move(wallet, requester, 'USD', cents) === 'completed' ? 'completed' : 'failed'
    return request.status === 'failed' ? 'refused wallet_closed' : 'completed'
  }

  return {
    expire: (): void => {
      for (const request of requests.values())
        if (request.status === 'pending' && now() >= request.expiresAt) request.status = 'expired'
    },
    take: (intent: RequestIntent): string => {
      if (intent.do !== 'request') return answer(intent)
      const { member: requester, payer, cents } = intent
      if (requester === payer) refuse('payer_is_requester')
      if (cents < 100n || cents > 500_000n) refuse('amount_out_of_range')
      const id = derivedId('transferRequest', requester, intent.key)
      requests.set(id, { requester, payer, cents, expiresAt: now() + 30 * DAY, status: 'pending' })
      return 'done'
    },
  }
}
