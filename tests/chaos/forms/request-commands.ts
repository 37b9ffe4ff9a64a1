import { PENDING_REQUESTS } from '../../../events/limits.ts'
import { field, textIn, type AtHand } from './at-hand.ts'
import type { FormsOfCommand } from './forms.ts'
import type { Call, Everywhere } from './world.ts'

export const requestCommands = ({ pair, done }: AtHand): FormsOfCommand[] => {
  const asks = (member: Everywhere, payer: Everywhere, amount: number): Call => ({
    member,
    path: '/api/wallet/request-transfer',
    body: { from_user_identifier: `@${payer.user.handle}`, amount },
  })
  const asked = async (turn: number) => {
    const [payer, requester] = pair(turn)
    const id = textIn(await done(asks(requester, payer, 2)), 'request_id')
    const responds = (action: string): Call => ({
      member: payer,
      path: `/api/wallet/transfer-requests/${id}/respond`,
      body: { action },
    })
    const cancels: Call = { member: requester, path: `/api/wallet/transfer-requests/${id}/cancel` }
    return { responds, cancels }
  }
  return [
    {
      operation: 'requestTransfer',
      fact: 'TransferRequested',
      ready: async (turn) => {
        const [member, payer] = pair(turn)
        return { call: asks(member, payer, 2), other: asks(member, payer, 3) }
      },
      scarce: async (turn) => {
        const [member, payer] = pair(turn)
        const pending = field(
          JSON.parse(await (await member.browser.fetch('/api/wallet/transfer-requests?limit=100')).text()),
          'outgoing_requests',
        )
        const open = Array.isArray(pending)
          ? pending.filter((one) => field(one, 'status') === 'pending').length
          : 0
        for (let n = open; n < PENDING_REQUESTS.toOne - 1; n += 1) await done(asks(member, payer, 1))
        return { calls: [asks(member, payer, 2), asks(member, payer, 3)] }
      },
    },
    {
      operation: 'respondToTransferRequest',
      fact: null,
      ready: async (turn) => {
        const { responds } = await asked(turn)
        return { call: responds('approve'), other: responds('decline') }
      },
      scarce: async (turn) => {
        const { responds } = await asked(turn)
        return { calls: [responds('approve'), responds('decline')] }
      },
    },
    {
      operation: 'cancelTransferRequest',
      fact: 'TransferRequestCancelled',
      ready: async (turn) => {
        const [one, other] = [await asked(turn), await asked(turn)]
        return { call: one.cancels, other: other.cancels }
      },
      scarce: async (turn) => {
        const { responds, cancels } = await asked(turn)
        return { calls: [cancels, responds('approve')] }
      },
    },
  ]
}
