import { expect, it } from 'vitest'
import { checkedServer } from '../../../support/test-server.ts'

const server = checkedServer({ env: { SEED: 'none', YUT_WELCOME_GRANT: '0' } })

it.each(['ada', 'grace', 'alan'])(
  'closing at two processes at once is closed at both (%s)',
  async (handle) => {
    const member = await server.signIn(handle)
    // The member's commands go to the processes in turn.
    const begin = () => member.post('/api/profile/closing', { handle })
    for (const answer of await Promise.all([begin(), begin()]))
      expect([answer.status, await answer.json()]).toMatchObject([200, { closed: true }])
    expect((await server.ledger.wallets.stateOf(member.id)).status).toBe('closed')
  },
)
