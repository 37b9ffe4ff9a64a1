import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { TransferReceipt } from '../../../api/contract/wallet.ts'
import { derivedId } from '../../../events/ids.ts'
import { money } from '../../../events/money.ts'
import { LEDGERS, startTestServerOn, testServerOn } from '../../support/stores.ts'
import { signedIn } from '../../support/test-server.ts'
import { keyed, sends, transferOf, walletOf } from '../../support/wallet-calls.ts'

describe.each(LEDGERS)('with the ledger in %s', (ledger) => {
  const server = testServerOn(ledger)
  const ada = signedIn(server, 'ada')
  const grace = signedIn(server, 'grace')
  const alan = signedIn(server, 'alan')
  const katherine = signedIn(server, 'katherine')

  /** Members cannot buy USDC yet, so this credits a deposit by a domain command. */
  const giveUsdc = (memberId: string, minor: bigint) => {
    const depositId = randomUUID()
    return server.ledger.wallets.execute(
      memberId,
      { type: 'creditDeposit', depositId, source: 'bank', amount: money('USDC', minor) },
      {
        actor: 'system',
        correlationId: depositId,
        causationId: depositId,
        at: new Date().toISOString(),
        step: { eventId: derivedId('DepositCredited', depositId), after: 0n },
      },
    )
  }

  describe('sending', () => {
    it('moves exactly the amount, shows it to both, and answers with a receipt', async () => {
      const receipt = await sends(ada, {
        to_user_identifier: '@grace',
        currency: 'USD',
        amount: '25.00',
        message: 'For the compiler',
      })
      expect(receipt).toMatchObject({
        status: 'completed',
        recipient: { name: 'Grace Hopper', handle: 'grace' },
        currency: 'USD',
        amount: '25.00',
      })
      expect((await walletOf(ada, receipt.position)).usd).toBe('2475.00')
      expect((await walletOf(grace, receipt.position)).usd).toBe('2525.00')
      const seen = {
        transfer_id: receipt.transfer_id,
        status: 'completed',
        currency: 'USD',
        amount: '25.00',
        message: 'For the compiler',
        sender: { name: 'Ada Lovelace', handle: 'ada' },
        recipient: { name: 'Grace Hopper', handle: 'grace' },
        created_at: receipt.created_at,
        completed_at: expect.any(String),
        position: receipt.position,
      }
      expect(await transferOf(ada, receipt.transfer_id)).toEqual({ ...seen, direction: 'sent' })
      expect(await transferOf(grace, receipt.transfer_id)).toEqual({ ...seen, direction: 'received' })
    })

    it('finds the recipient by handle, e-mail and DID, however they are written', async () => {
      const did = `did:youtility:${katherine.id}`
      const spellings = [
        'katherine',
        '@katherine',
        '@KATHERINE',
        '  Katherine ',
        'katherine@youtility.example',
        'Katherine@YouTility.EXAMPLE',
        did,
      ]
      let position = '0'
      for (const to_user_identifier of spellings) {
        const receipt = await sends(alan, { to_user_identifier, currency: 'USD', amount: '0.01' })
        expect(receipt.recipient.handle).toBe('katherine')
        position = receipt.position
      }
      expect((await walletOf(katherine, position)).usd).toBe('2500.07')
      expect((await walletOf(alan, position)).usd).toBe('2499.93')
    })

    it('is exact to the last decimal in YUT and USDC', async () => {
      const yut = await sends(alan, { to_user_identifier: 'ada', currency: 'YUT', amount: '0.010001' })
      expect((await walletOf(alan, yut.position)).yut).toBe('499.989999')
      expect((await walletOf(ada, yut.position)).yut).toBe('500.010001')

      const { position } = await giveUsdc(alan.id, 10_000_001n)
      expect((await walletOf(alan, position.toString())).usdc).toBe('10.000001')
      const usdc = await sends(alan, { to_user_identifier: 'ada', currency: 'USDC', amount: '9.999999' })
      expect((await walletOf(alan, usdc.position)).usdc).toBe('0.000002')
      expect((await walletOf(ada, usdc.position)).usdc).toBe('9.999999')
    })

    it('works through send-transfer too, in cents', async () => {
      const before = await walletOf(grace, (await server.ledger.store.head()).toString())
      const response = await grace.post('/api/wallet/send-transfer', {
        to_user_identifier: '@alan',
        amount: 1_234,
        description: 'Lunch',
      })
      expect(response.status).toBe(201)
      const receipt = TransferReceipt.parse(await response.json())
      expect(receipt).toMatchObject({ amount: '12.34', currency: 'USD', status: 'completed' })
      expect((await transferOf(alan, receipt.transfer_id, receipt.position)).message).toBe('Lunch')
      expect(Number((await walletOf(grace)).usd).toFixed(2)).toBe((Number(before.usd) - 12.34).toFixed(2))
    })

    it('keeps words out of the ledger, while both can read them', async () => {
      const message = 'Über 漢字 🚀 " \\ \n end'
      const { transfer_id, position } = await sends(ada, {
        to_user_identifier: 'grace',
        currency: 'USD',
        amount: '1.00',
        message,
      })
      expect((await transferOf(ada, transfer_id, position)).message).toBe(message)
      expect((await transferOf(grace, transfer_id, position)).message).toBe(message)
      const texts = await Array.fromAsync(server.ledger.store.readAll(), ({ data, metadata }) =>
        JSON.stringify([data, metadata]),
      )
      const log = texts.join('\n')
      expect(log).toContain(transfer_id)
      for (const secret of [
        'Über',
        '漢字',
        'compiler',
        'Lunch',
        'Lovelace',
        'youtility.example',
        '@',
        'grace',
      ])
        expect(log).not.toContain(secret)
    })

    it('makes of blanks no message', async () => {
      const { transfer_id, position } = await sends(ada, {
        to_user_identifier: 'grace',
        currency: 'USD',
        amount: '1.00',
        message: '   ',
      })
      expect((await transferOf(ada, transfer_id, position)).message).toBeNull()
    })
  })

  describe('spending at the same moment', () => {
    it('100 sends that together exceed the balance spend it to the last cent and no further', async () => {
      const own = await startTestServerOn(ledger)
      try {
        const [sender, recipient] = await Promise.all([own.signIn('ada'), own.signIn('grace')])
        const amount = '30.01' // 2500.00 covers 83 of these and leaves 9.17
        const answers = await Promise.all(
          Array.from({ length: 100 }, () =>
            sender.post(
              '/api/wallet/transfer',
              { to_user_identifier: 'grace', currency: 'USD', amount },
              keyed(randomUUID()),
            ),
          ),
        )
        const statuses = answers.map(({ status }) => status)
        expect(statuses.filter((status) => status === 201)).toHaveLength(83)
        expect(statuses.filter((status) => status === 422)).toHaveLength(17)
        const last = await sends(sender, { to_user_identifier: 'grace', currency: 'USD', amount: '9.17' })
        expect((await walletOf(sender, last.position)).usd).toBe('0.00')
        expect((await walletOf(recipient, last.position)).usd).toBe('5000.00')
        const { sent, received } = await own.check()
        expect(sent).toHaveLength(84)
        expect(received).toHaveLength(84)
      } finally {
        await own.stop()
      }
    })
  })
})
