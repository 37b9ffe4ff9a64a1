import { describe, expect, it } from 'vitest'
import { profileOperations } from '../../../../api/contract/profile.ts'
import { walletEvents } from '../../../../events/wallet/events.ts'
import { payByBank } from '../../../support/deposit-calls.ts'
import { eventually } from '../../../support/read-models.ts'
import { signedIn, testServer } from '../../../support/test-server.ts'
import { refusal } from '../../../support/wallet-calls.ts'

describe('an account that something is left in', () => {
  const server = testServer({ env: { SANDBOX_DAY_SECONDS: '3600' } })
  const ada = signedIn(server, 'ada')

  const codes = async () => {
    const response = await ada.fetch('/api/profile/closing')
    const { obstacles } = profileOperations.getClosing.response.parse(await response.json())
    for (const { message } of obstacles) expect(message).toMatch(/\w+ \w+.*\.$/)
    return obstacles.map(({ code }) => code)
  }
  const facts = () =>
    Array.fromAsync(server.ledger.store.readStream(walletEvents.streamOf(ada.id)), ({ id }) => id)

  it('is told of it all: money, tokens, an open pool, a deposit on its way', async () => {
    await payByBank(ada, 1_000, '000123456789')
    await eventually(async () => (await codes()).includes('deposit_in_progress'), 'the deposit is seen')
    await eventually(async () => (await codes()).includes('pool_open'), 'the pool is seen')
    expect((await codes()).filter((code) => code === 'wallet_not_empty')).toHaveLength(2)
  })

  it('is not closed, and nothing is written', async () => {
    const before = await facts()
    const refused = await refusal(await ada.post('/api/profile/close', { handle: 'ada' }))
    expect(refused).toMatchObject({ status: 422, code: 'wallet_not_empty' })
    expect(refused.error).toMatch(/pool/)
    expect(await facts()).toEqual(before)
    expect((await ada.fetch('/api/users/me')).status).toBe(200)
  })

  it('is not closed under another handle either', async () => {
    for (const handle of ['', 'grace', '@']) {
      const answer = await refusal(await ada.post('/api/profile/close', { handle }))
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.fields).toHaveProperty('handle')
    }
  })
})
