import { browserOf, expect, opens, page, refetch, test, waitFor, within } from './support/page.tsx'

/** A member whom nobody has asked for anything yet. */
opens('/', 'margaret')

const step = () => within(page.screen.getByRole('region', { name: 'Your next step' }))

test('a member finds first what waits for them: who asks them for money, until it is answered', async () => {
  await waitFor(() => expect(step().getByRole('link')).toBeDefined())
  const asker = await browserOf('radia')
  const ask = async (dollars: string) => {
    const answer = await asker.post(
      '/api/wallet/request-transfer',
      { from_user_identifier: '@margaret', amount: dollars },
      { 'Idempotency-Key': crypto.randomUUID() },
    )
    expect(answer.status).toBe(201)
    await refetch(/transfer-requests/)
  }
  await ask('20')
  await waitFor(() =>
    expect(step().getByRole('heading').textContent).toBe('Radia Perlman (@radia) asks you for $20.00'),
  )
  await ask('5')
  await waitFor(() =>
    expect(step().getByRole('heading').textContent).toBe('2 requests for money wait for your answer'),
  )
  await page.user.click(step().getByRole('link', { name: 'Answer them' }))
  await waitFor(() => expect(page.screen.getByRole('heading', { level: 1 }).textContent).toBe('Your Wallet'))
})
