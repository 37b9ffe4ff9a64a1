import type { PaymentChange } from '../../../events/deposits/payment-change.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InvalidWebhook, PaymentRefused, type PaymentProcessor } from '../../../api/deposits/processor.ts'
import { usd } from '../../../events/money.ts'

/** The whole charge is lost for good: reported as returned, or fully taken without a dispute. */
const takesItAllBack = (change: PaymentChange): boolean =>
  change.to === 'returned' ||
  (change.to === 'claimed' && !change.disputed && change.taken.minor === usd(10_320).minor)

/** A webhook as the processor sends it. */
export interface Travelling {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** Provided by each adapter's own test: its processor and the webhooks of the other side. */
export interface ProcessorHarness {
  readonly processor: PaymentProcessor
  /** Moves the processor's clock. */
  readonly advanceSeconds: (seconds: number) => void
  /** A signed webhook about this payment; `unknown` has a type that the adapter does not know. */
  readonly webhook: (
    what: 'processing' | 'action_required' | 'succeeded' | 'failed' | 'canceled' | 'returned' | 'unknown',
    payment: { readonly reference: string; readonly depositId: string; readonly totalCents: number },
  ) => Travelling
  /** A signed webhook about a validation; of a processor that decides at once there is none. */
  readonly validated?: (reference: string, outcome: 'valid' | 'refused') => Travelling
  readonly stop: () => Promise<void>
}

const ACCOUNT_NUMBER = '000123456789'
const account = (accountNumber = ACCOUNT_NUMBER) => ({
  memberId: randomUUID(),
  routingNumber: '110000000',
  accountNumber,
  holderName: 'Ada Lovelace',
  accountType: 'checking' as const,
  fingerprint: randomUUID(),
})
const consent = { ip: '203.0.113.7', userAgent: 'test' }

/** The contract of every payment processor; see `api/deposits/processor.ts`. */
export const paymentProcessorContract = (name: string, start: () => Promise<ProcessorHarness>): void => {
  describe(`the payment processor ${name}`, () => {
    let harness: ProcessorHarness
    let processor: PaymentProcessor
    beforeAll(async () => {
      harness = await start()
      processor = harness.processor
    })
    afterAll(() => harness.stop())

    const card = (depositId: string, cents = 10_320) =>
      processor.createCardPayment({
        depositId,
        isNew: false,
        total: usd(cents),
        description: 'Add funds',
        testCardNumber: undefined,
      })

    it('takes a card payment once for one deposit, however often it is ordered', async () => {
      const depositId = randomUUID()
      const payments = await Promise.all([card(depositId), card(depositId), card(depositId)])
      payments.push(await card(depositId))
      expect(new Set(payments.map(({ reference }) => reference)).size).toBe(1)
      expect(payments[0]?.reference).toMatch(/^[A-Za-z0-9_]{1,200}$/)
      expect((await card(randomUUID())).reference).not.toBe(payments[0]?.reference)
      expect(['requires_payment', 'processing']).toContain(payments[0]?.state)
    })

    it('keeps a bank account behind a token', async () => {
      const details = account()
      const saved = await processor.saveBankAccount(details)
      expect(saved).toMatchObject({ last4: '6789', bankName: expect.any(String) })
      expect(JSON.stringify(saved)).not.toContain(ACCOUNT_NUMBER)
      expect(await processor.saveBankAccount(details)).toEqual(saved)
    })

    it('refuses a bank account that cannot be verified, and names the detail, not the number', async () => {
      const refused = await processor
        .saveBankAccount(account('000666666661'))
        .catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(PaymentRefused)
      expect(refused).toMatchObject({ fields: { account_number: expect.any(String) } })
      expect(String(refused)).not.toContain('000666666661')
    })

    const beginValidation = async (number = '000888888881') => {
      const saved = await processor.saveBankAccount(account(number))
      const order = { key: randomUUID(), account: saved, consent }
      const begun = await processor.validateBankAccount(order)
      if (begun.state !== 'asked') throw new Error('The account was valid at once')
      return { saved, order, begun }
    }

    it('validates a bank account by two amounts, once for one key, whoever consents from where', async () => {
      const { order, begun } = await beginValidation()
      expect(begun).toEqual({
        state: 'asked',
        reference: expect.stringMatching(/^[A-Za-z0-9_]{1,200}$/),
        asks: 'amounts',
        arrivesBy: expect.any(Date),
        until: expect.any(Date),
      })
      expect(begun.arrivesBy.getTime()).toBeLessThan(begun.until.getTime())
      const moved = { ...order, consent: { ip: '198.51.100.1', userAgent: 'another' } }
      expect(await processor.validateBankAccount(moved)).toEqual(begun)
      expect(await processor.proveBankAccount(begun.reference, { amounts: [32, 46] })).toBe('wrong')
      expect(await processor.proveBankAccount(begun.reference, { amounts: [45, 32] })).toBe('valid')
      // An answer that was lost is given again.
      expect(await processor.proveBankAccount(begun.reference, { amounts: [45, 32] })).toBe('valid')
    })

    it.each(['valid', 'refused'] as const)(
      'reads a webhook that tells of a validation: %s',
      async (outcome) => {
        const { begun } = await beginValidation()
        const travelling = harness.validated?.(begun.reference, outcome)
        if (!travelling) return
        expect(await processor.readWebhook(travelling.body, travelling.headers)).toEqual({
          id: expect.any(String),
          type: expect.any(String),
          deposit: null,
          validation: { reference: begun.reference, outcome },
        })
      },
    )

    it('takes a bank debit once for one deposit', async () => {
      const { saved, begun } = await beginValidation()
      await processor.proveBankAccount(begun.reference, { amounts: [32, 45] })
      const depositId = randomUUID()
      const order = () =>
        processor.createBankDebit({
          depositId,
          isNew: false,
          total: usd(5_000),
          description: undefined,
          account: saved,
          consent,
        })
      const [first, second] = [await order(), await order()]
      expect(second.reference).toBe(first.reference)
      expect(first.state).toBe('processing')
    })

    it('takes one payment for a deposit that is ordered again days later, by card or from a bank', async () => {
      const { saved, begun } = await beginValidation()
      await processor.proveBankAccount(begun.reference, { amounts: [32, 45] })
      const [byCard, byBank] = [randomUUID(), randomUUID()]
      const total = usd(5_000)
      const debit = () =>
        processor.createBankDebit({
          depositId: byBank,
          isNew: false,
          total,
          description: undefined,
          account: saved,
          consent,
        })
      const [paid, debited] = [await card(byCard), await debit()]
      for (const hours of [25, 31 * 24]) {
        harness.advanceSeconds(hours * 3_600)
        expect((await card(byCard)).reference).toBe(paid.reference)
        expect((await debit()).reference).toBe(debited.reference)
      }
      expect(await processor.paymentOf(byBank)).toEqual(debited)
      expect((await processor.payment(paid.reference))?.reference).toBe(paid.reference)
      expect(await processor.paymentOf(randomUUID())).toBeNull()
      expect(await processor.payment('pi_of_nobody')).toBeNull()
    })

    it('says when money arrives: cards at once, banks within days', () => {
      const now = new Date('2026-11-18T12:00:00Z')
      expect(processor.arrival('card', now)).toEqual({ from: now, by: now })
      const { from, by } = processor.arrival('ach', now)
      expect(from.getTime()).toBeGreaterThan(now.getTime())
      expect(by.getTime()).toBeGreaterThan(from.getTime())
    })

    it.each([
      ['processing', { to: 'processing' }],
      ['action_required', { to: 'action_required' }],
      ['succeeded', { to: 'succeeded', charged: usd(10_320) }],
      ['failed', { to: 'failed', code: 'insufficient_funds' }],
      ['canceled', { to: 'failed', code: 'canceled' }],
      ['returned', expect.toSatisfy(takesItAllBack)],
    ] as const)('reads a webhook that tells of %s', async (what, change) => {
      const depositId = randomUUID()
      const { reference } = await card(depositId)
      const { body, headers } = harness.webhook(what, { reference, depositId, totalCents: 10_320 })
      const event = await processor.readWebhook(body, headers)
      expect(event).toEqual({
        id: expect.any(String),
        type: expect.any(String),
        deposit: { depositId, change: what === 'returned' ? change : { reference, ...change } },
      })
      expect(await processor.readWebhook(body, headers)).toEqual(event)
    })

    it('reads a webhook of an unknown kind as one that concerns no deposit', async () => {
      const depositId = randomUUID()
      const { reference } = await card(depositId)
      const { body, headers } = harness.webhook('unknown', { reference, depositId, totalCents: 10_320 })
      expect(await processor.readWebhook(body, headers)).toMatchObject({ deposit: null })
    })

    it('believes no webhook that is not signed, signed by another, changed, or old', async () => {
      const depositId = randomUUID()
      const { reference } = await card(depositId)
      const { body, headers } = harness.webhook('succeeded', { reference, depositId, totalCents: 10_320 })
      const [name = '', value = ''] = Object.entries(headers)[0] ?? []
      const reading = (bytes: Buffer, header: string | undefined) =>
        processor.readWebhook(bytes, { [name]: header })
      for (const [bytes, header] of [
        [body, undefined],
        [body, ''],
        [body, value.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
        [Buffer.from(body.toString().replace('10320', '99999')), value],
        [Buffer.concat([body, Buffer.from(' ')]), value],
      ] as const)
        await expect(reading(bytes, header)).rejects.toThrow(InvalidWebhook)
      await expect(reading(body, value)).resolves.toMatchObject({ deposit: { depositId } })
      harness.advanceSeconds(299)
      await expect(reading(body, value)).resolves.toMatchObject({ deposit: { depositId } })
      harness.advanceSeconds(3)
      await expect(reading(body, value)).rejects.toMatchObject({ reason: 'too_old' })
    })

    it('cancels a payment that nobody completed, once or more often', async () => {
      const { reference } = await card(randomUUID())
      await processor.cancelPayment(reference)
      await processor.cancelPayment(reference)
    })
  })
}
