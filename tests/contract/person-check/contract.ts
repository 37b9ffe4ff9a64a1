import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonCheck } from '../../../api/persons/person-check.ts'

/** Whom somebody shows to be. */
export type Shown = 'adult' | 'minor' | 'expired' | 'stranger' | 'elsewhere' | 'unwilling'

interface SignedText {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

export interface PersonCheckHarness {
  readonly check: PersonCheck
  /** The person shows a document; it is being looked at. */
  readonly submit: (reference: string, shown: Shown) => Promise<void>
  /** Whoever looks at it has looked. */
  readonly settle: () => void
  readonly webhook: (reference: string) => SignedText
  /** A signed webhook of something else. */
  readonly otherWebhook: () => SignedText
  readonly advanceSeconds: (seconds: number) => void
  readonly stop: () => Promise<void>
}

/** The contract of whoever checks documents. */
export const personCheckContract = (name: string, start: () => Promise<PersonCheckHarness>): void => {
  describe(`a check of persons: ${name}`, () => {
    let harness: PersonCheckHarness
    let check: PersonCheck
    beforeAll(async () => {
      harness = await start()
      check = harness.check
    })
    afterAll(() => harness?.stop())

    const begin = async (checkId = randomUUID()) =>
      (await check.start({ checkId, returnUrl: 'https://youtility.example/identity' })).reference
    const shows = async (reference: string, shown: Shown) => {
      await harness.submit(reference, shown)
      expect(await check.look(reference)).toEqual({ state: 'processing' })
      harness.settle()
      return check.look(reference)
    }

    it('begins open, once for each id', async () => {
      const checkId = randomUUID()
      const reference = await begin(checkId)
      expect(await begin(checkId)).toBe(reference)
      expect(await begin()).not.toBe(reference)
      expect(await check.look(reference)).toEqual({ state: 'open' })
      expect((await check.resume(reference)).reference).toBe(reference)
    })

    it('looks for a while, then knows an adult and where the document is from', async () => {
      const reference = await begin()
      expect(await shows(reference, 'adult')).toEqual({
        state: 'verified',
        person: { isAdult: true, country: 'US' },
      })
      expect((await check.resume(reference)).url).toBeNull()
    })

    it('tells who is not of age', async () => {
      expect(await shows(await begin(), 'minor')).toMatchObject({
        state: 'verified',
        person: { isAdult: false },
      })
    })

    it.each([
      ['expired', 'document_expired'],
      ['stranger', 'selfie_mismatch'],
      ['elsewhere', 'country_unsupported'],
      ['unwilling', 'consent_declined'],
    ] as const)('rejects who is %s: %s', async (shown, reason) => {
      expect(await shows(await begin(), shown)).toEqual({ state: 'rejected', reason })
    })

    it('lets whoever was rejected try again in the same check', async () => {
      const reference = await begin()
      expect(await shows(reference, 'expired')).toMatchObject({ state: 'rejected' })
      expect(await shows(reference, 'adult')).toMatchObject({ state: 'verified' })
    })

    it('deletes what it collected, but not while it is looking at it', async () => {
      const reference = await begin()
      await harness.submit(reference, 'adult')
      expect(await check.redact(reference)).toBe('later')
      harness.settle()
      expect(await check.redact(reference)).toBe('done')
      expect(await check.redact(reference)).toBe('done')
      expect(await check.look(reference)).toEqual({ state: 'ended' })
    })

    it('ends an open check by deleting it', async () => {
      const reference = await begin()
      expect(await check.redact(reference)).toBe('done')
      expect(await check.look(reference)).toEqual({ state: 'ended' })
    })

    it('reads which check a webhook is about', async () => {
      const reference = await begin()
      const { body, headers } = harness.webhook(reference)
      expect(check.readWebhook(body, headers)).toMatchObject({ reference })
      const other = harness.otherWebhook()
      expect(check.readWebhook(other.body, other.headers)).toMatchObject({ reference: null })
    })

    it('refuses webhooks that are unsigned, changed or old', async () => {
      const { body, headers } = harness.webhook(await begin())
      const read = (text: Buffer, more: Readonly<Record<string, string>>) => () =>
        check.readWebhook(text, more)
      expect(read(body, {})).toThrow(/signature/)
      expect(read(Buffer.concat([body, Buffer.from(' ')]), headers)).toThrow(/signature/)
      harness.advanceSeconds(301)
      expect(read(body, headers)).toThrow(/too_old/)
    })
  })
}
